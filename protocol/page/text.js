/* The words of the page, from one file a language, `texts/LANGUAGE.json`: an object of names and texts, in which {name} stands
   for a value. A name that a language lacks is taken from English. */

export const LANGUAGES = { en: "English", cs: "Čeština" };

let words = {};
let english = {};
export let language = "en";

/* Loads a language, or the one that the reader's browser wants, and writes its words into the page. */
export async function loadTexts(wanted) {
  const choices = [wanted, ...navigator.languages.map(name => name.slice(0, 2)), "en"];
  language = choices.find(name => name in LANGUAGES);
  english = await read("en");
  words = language === "en" ? english : await read(language);
  document.documentElement.lang = language;
  fill(document);
}

async function read(name) {
  const answer = await fetch(`texts/${name}.json`);
  if (!answer.ok) throw new Error(`texts/${name}.json: ${answer.status}`);
  return answer.json();
}

/* A text with its values. One that depends on a count has the names `NAME.one`, `NAME.few`, `NAME.other`, as the language needs
   them. */
export function text(name, values = {}) {
  const plural = values.count === undefined ? "" : "." + new Intl.PluralRules(language).select(values.count);
  const found =
    words[name + plural] ??
    words[name + ".other"] ??
    words[name] ??
    english[name + plural] ??
    english[name + ".other"] ??
    english[name];
  return (found ?? name).replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

/* Whether there is such a text. */
export function hasText(name) {
  return name in words || name in english;
}

/* Why the engine refuses something, as the end of a sentence: by the code that its error has beside words in English. */
export function refusal({ name, message, reason }) {
  if (name === "TypeError") return text("why.no-answer");
  if (reason && hasText("why." + reason.code)) return text("why." + reason.code, reason);
  return language === "en" ? message : text("why.unknown");
}

/* Writes the words into elements with `data-text`, `data-label` (for screen readers, and on buttons as a tip) and `data-hint` (in
   an empty field). A button with words of its own is called by these. */
export function fill(root) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) {
    if (element.tagName === "BUTTON") element.title = text(element.dataset.label) + keyOf(element);
    if (element.tagName !== "BUTTON" || !element.querySelector("span"))
      element.setAttribute("aria-label", text(element.dataset.label));
  }
  for (const element of root.querySelectorAll("[data-hint]")) element.placeholder = text(element.dataset.hint);
}

function keyOf(element) {
  return element.dataset.key ? ` (${text("key." + element.dataset.key)})` : "";
}

/* Points as the language writes them: 0.16, 0,16. */
export function pointsText(points) {
  return points.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/* The name of a variant: as the language has it, else as the engine has it. */
export function variantName(variant, title) {
  return hasText("variant." + variant) ? text("variant." + variant) : title || variant;
}
