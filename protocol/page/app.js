/* The page: finds the engine, puts the parts together, and begins. */

import * as desk from "./desk.js";
import { fillHelp, NewGame, openDialog, wireDialogs, wireSettings } from "./dialogs.js";
import { connect } from "./engine.js";
import { Session } from "./hub.js";
import { wireKeys } from "./keys.js";
import { keep, load } from "./store.js";
import { toast } from "./table.js";
import { fill, language, loadTexts, refusal, text } from "./text.js";
import { wireTexts } from "./texts.js";

const at = id => document.getElementById(id);
const saved = load();
const address = new URLSearchParams(location.search);
const isNamed = ["variant", "fen", "moves"].some(part => address.has(part));

let rules, newGame;

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  keep({ theme });
}

async function setLanguage(name) {
  await loadTexts(name);
  keep({ language: name });
  newGame.fill();
  fillHelp();
  desk.changed(desk.game.current, desk.game.current);
}

const KEYS = {
  ArrowLeft: () => desk.game.back(),
  ArrowRight: () => desk.game.forward(),
  Home: () => desk.game.toStart(),
  ArrowUp: () => desk.game.toStart(),
  End: () => desk.game.toEnd(),
  ArrowDown: () => desk.game.toEnd(),
  f: desk.flip,
  h: desk.showHint,
  Backspace: desk.takeBack,
  n: () => openDialog("new-game"),
  a: () => at("analyse").click(),
  l: () => at("analyse").click(),
  Escape: () => (desk.setUp.isOpen ? desk.setUp.close() : desk.chooser.cancel()),
};

function wire() {
  wireDialogs();
  wireTexts({
    game: () => desk.game,
    rules: () => rules,
    tags: () => desk.play.tags,
    collect: games => desk.analysis.collection.use(games),
    openGame: desk.openGame,
    solve: desk.solve,
    openFen: async fen => desk.open(await rules.position(desk.game.variant, fen, [])),
  });
  wireSettings({ language: setLanguage, theme: setTheme }, () => text("about-engine"));
  at("variant").onclick = () => openDialog("new-game");
  for (const button of document.querySelectorAll("[data-go]")) button.onclick = () => desk.game[button.dataset.go]();
  const { flip, takeBack, showHint, review, resign, beginSetUp, practise } = desk;
  const actions = { flip, "take-back": takeBack, hint: showHint, review, resign, "set-up": beginSetUp, practise };
  for (const id in actions) at(id).onclick = actions[id];
  at("typed").onsubmit = event => {
    event.preventDefault();
    desk.typeMove();
  };
  wireKeys(KEYS, key => !desk.setUp.isOpen || ["f", "Escape"].includes(key));
}

/* The game that the address names. */
async function named() {
  const position = await rules.position(address.get("variant") ?? saved.variant ?? "czech", address.get("fen") ?? "", []);
  const moves = (address.get("moves") ?? "").split(/[ ,]+/).filter(move => move);
  return desk.open(position, { moves });
}

/* The game of the last visit. */
async function last() {
  const { variant, sides, clock, left, moveTime, moves, way, tags, comment, turned: isTurned } = saved;
  const position = await rules.position(variant, saved.start, []);
  return desk.begin({ variant, sides, clock, left, moveTime }, { position, moves, way, tags, comment, isTurned });
}

/* The first of these that there is and that can be. */
async function begin() {
  const games = [
    isNamed ? named : null,
    saved.start ? last : null,
    () => desk.begin({ ...newGame.settings(), variant: "czech" }),
  ];
  for (const game of games.filter(game => game)) {
    try {
      return await game();
    } catch (error) {
      toast(game === named ? text("refused.address", { why: refusal(error) }) : refusal(error));
    }
  }
}

/* The engine, and what can be said of it before there is a game. */
async function reach() {
  const connected = connect(address.get("engine"));
  connected.catch(() => {});
  await loadTexts(address.get("language") ?? saved.language);
  if (saved.position && !isNamed) {
    desk.board.setBoard(saved.position.board, saved.turned);
    desk.board.show(saved.position.pieces);
  }
  try {
    rules = await connected;
    return await rules.variants();
  } catch (error) {
    toast(text("no-engine"), true);
    throw error;
  }
}

async function start() {
  setTheme(saved.theme);
  const variants = await reach();
  const session = new Session(rules, reason => toast(text("engine-says", { reason })));
  newGame = new NewGame(variants, () => desk.game.variant, desk.begin);
  desk.use({ rules, variants, session, choices: () => newGame.chosen() });
  if (saved.choices) newGame.choose(saved.choices);
  desk.analysis.isOn = Boolean(saved.analyse);
  desk.analysis.lines = saved.lines ?? 3;
  fill(document);
  fillHelp();
  wire();
  await begin();
  for (const part of document.querySelectorAll("[inert]")) part.inert = false;
  document.body.dataset.ready = "true";
  performance.mark("board");
  // What was loaded before the first service worker came is loaded again through it, which keeps it.
  navigator.serviceWorker?.addEventListener("controllerchange", () => rules.files?.forEach(name => fetch(name).catch(() => {})));
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}

start().catch(error => console.info(error.message, language));
