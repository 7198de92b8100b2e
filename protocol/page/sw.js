/* Keeps the page, so that it opens without a network: what the network has comes first, so that nobody plays with an old page.
   The answers of `kamen serve` are not kept, but for the list of variants. */

const CACHE = "kamen-1";
const PAGE = [
  "./",
  "index.html",
  "style.css",
  "board.css",
  "icons.svg",
  "icon.svg",
  "kamen.webmanifest",
  "texts/en.json",
  "texts/cs.json",
  "analysis.js",
  "app.js",
  "board.js",
  "chooser.js",
  "clock.js",
  "collection.js",
  "desk.js",
  "dialogs.js",
  "engine.js",
  "game.js",
  "gestures.js",
  "hub.js",
  "keys.js",
  "moves.js",
  "play.js",
  "practice.js",
  "review.js",
  "score.js",
  "setup.js",
  "store.js",
  "table.js",
  "text.js",
  "texts.js",
];
/* The engine in the page is kept when it is first used; it keeps weights, books and tables by itself. */
const KEPT = /\/(engine\/[^/]+\.(js|wasm|json)|variants)$/;
const pages = new Set(PAGE.map(name => new URL(name, self.registration.scope).href));

addEventListener("install", event =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then(cache => cache.addAll(PAGE.map(name => new Request(name, { cache: "reload" }))))
      .then(() => skipWaiting()),
  ),
);

addEventListener("activate", event =>
  event.waitUntil(
    caches
      .keys()
      .then(names =>
        Promise.all(names.filter(name => name.startsWith("kamen-") && name !== CACHE).map(name => caches.delete(name))),
      )
      .then(() => clients.claim()),
  ),
);

addEventListener("fetch", event => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const path = address.origin + address.pathname;
  if (pages.has(path) || KEPT.test(address.pathname)) event.respondWith(newest(request, path));
});

async function newest(request, path) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(path, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept) return kept;
    throw error;
  }
}
