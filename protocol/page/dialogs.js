/* The dialogs of a new game, of settings and of help. */

import { HUMAN } from "./play.js";
import { LANGUAGES, language, text, variantName } from "./text.js";

const at = id => document.getElementById(id);
const PLAYERS = ["easy", "medium", "hard", "goliath:6", "mcts:2000", "montecarlo:300", "minimax:4:basic", "random"];
/* Minutes and seconds a move. */
const CLOCKS = [null, [1, 1], [3, 2], [5, 3], [10, 5], [15, 10], [30, 20]];
const TIMES = [0.2, 0.5, 1, 3, 10];
const KEYS = [["left"], ["right"], ["home"], ["end"], ["f"], ["a"], ["h"], ["backspace"], ["n"], ["escape"]];

/* Every button with `data-open` opens its dialog, which hears `kamen-open`; a click beside a dialog closes it. */
export function wireDialogs() {
  for (const button of document.querySelectorAll("[data-open]"))
    button.addEventListener("click", () => openDialog(button.dataset.open));
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("click", event => event.target === dialog && dialog.close("cancel"));
}

export function openDialog(id) {
  const dialog = at(id);
  if (dialog.open) return;
  dialog.returnValue = "cancel";
  dialog.dispatchEvent(new Event("kamen-open"));
  dialog.showModal();
}

/* The dialog of a new game: `current()` is the variant on the board, `begin(settings)` gets
   { variant, sides, clock, moveTime }. */
export class NewGame {
  constructor(variants, current, begin) {
    this.variants = variants;
    const dialog = at("new-game");
    this.fill();
    dialog.addEventListener("kamen-open", () => {
      at("variants").value = current();
      this.#show();
    });
    dialog.addEventListener("close", () => dialog.returnValue === "start" && begin(this.settings()));
    dialog.addEventListener("input", () => this.#show());
  }

  /* Fills the choices, in the language of the page. */
  fill() {
    const kept = this.settings?.call && at("variants").value ? this.chosen() : null;
    const bySize = Map.groupBy ? Map.groupBy(this.variants, sizeOf) : grouped(this.variants);
    at("variants").replaceChildren(
      ...[...bySize].map(([size, members]) => {
        const group = Object.assign(document.createElement("optgroup"), { label: size });
        group.append(...members.map(({ variant, title }) => new Option(variantName(variant, title), variant)));
        return group;
      }),
    );
    at("players").replaceChildren(
      ...PLAYERS.map(player => new Option(`${text("players." + player.split(":")[0])} (${player})`, player)),
    );
    at("clock").replaceChildren(
      ...CLOCKS.map(
        (clock, index) =>
          new Option(clock ? text("clock-of", { minutes: clock[0], seconds: clock[1] }) : text("no-clock"), index),
      ),
    );
    at("move-time").replaceChildren(
      ...TIMES.map(seconds => new Option(text("seconds", { seconds: seconds.toLocaleString(language) }), seconds)),
    );
    at("move-time").value = 0.5;
    if (kept) this.choose(kept);
    this.#show();
  }

  /* What stands in the fields. */
  chosen() {
    const value = name => document.querySelector(`#new-game input[name=${name}]:checked`).value;
    return {
      variant: at("variants").value,
      against: value("against"),
      colour: value("colour"),
      level: Number(at("level").value),
      player: at("players").value,
      clock: Number(at("clock").value),
      moveTime: Number(at("move-time").value),
    };
  }

  choose(choice) {
    at("variants").value = choice.variant;
    for (const name of ["against", "colour"])
      document.querySelector(`#new-game input[name=${name}][value=${choice[name]}]`).checked = true;
    Object.assign(at("level"), { value: choice.level });
    at("players").value = choice.player;
    at("clock").value = choice.clock;
    at("move-time").value = choice.moveTime;
    this.#show();
  }

  /* The game that is chosen. */
  settings() {
    const { variant, against, colour, level, player, clock, moveTime } = this.chosen();
    const opponent = { level: { kind: "level", level }, player: { kind: "player", player }, hand: HUMAN }[against];
    const own = colour === "random" ? (Math.random() < 0.5 ? "white" : "black") : colour;
    const sides = own === "white" ? { white: HUMAN, black: opponent } : { white: opponent, black: HUMAN };
    const [minutes, increment] = CLOCKS[clock] ?? [];
    return { variant, sides, clock: minutes ? { minutes, increment } : null, moveTime };
  }

  #show() {
    const { variant, against, level } = this.chosen();
    at("level-shown").value = level;
    document.querySelector(".of-level").hidden = against !== "level";
    document.querySelector(".of-player").hidden = against !== "player";
    for (const field of document.querySelectorAll(".of-opponent")) field.hidden = against === "hand";
    at("rules").textContent = rulesText(this.variants.find(facts => facts.variant === variant));
  }
}

function sizeOf({ width, height }) {
  return `${width} × ${height}`;
}

function grouped(variants) {
  const groups = new Map();
  for (const facts of variants) groups.set(sizeOf(facts), [...(groups.get(sizeOf(facts)) ?? []), facts]);
  return groups;
}

/* The rules of a variant in a sentence. */
function rulesText(facts) {
  if (!facts) return "";
  const parts = [
    text("rule.men", { count: facts.men }),
    text(facts.long_king ? "rule.long-king" : "rule.short-king"),
    text(facts.men_capture_backward ? "rule.back" : "rule.forward"),
    text("rule.choice." + facts.choice),
    text("rule.first." + facts.first),
  ];
  return parts.join(" · ");
}

/* Settings: `change` is { language(name), theme(name) }. */
export function wireSettings(change, about) {
  at("language").replaceChildren(...Object.entries(LANGUAGES).map(([name, title]) => new Option(title, name)));
  at("language").onchange = event => change.language(event.target.value);
  at("theme").onchange = event => change.theme(event.target.value);
  at("settings").addEventListener("kamen-open", () => {
    at("language").value = language;
    at("theme").value = document.documentElement.dataset.theme ?? "";
    at("about").textContent = about();
  });
}

/* The list of keys. */
export function fillHelp() {
  at("keys").replaceChildren(
    ...KEYS.flatMap(([key]) => {
      const term = document.createElement("dt");
      term.append(Object.assign(document.createElement("kbd"), { textContent: text("key." + key) }));
      return [term, Object.assign(document.createElement("dd"), { textContent: text("does." + key) })];
    }),
  );
}
