/* The dialog of texts: FEN and PDN, in and out, pasted, from a file, or dropped on the page. */

import { isExercise } from "./practice.js";
import { writtenNotes } from "./review.js";
import { refusal, text, variantName } from "./text.js";

const at = id => document.getElementById(id);

/* `on` is { game(), tags(), rules(), collect(games), openFen(fen), openGame(game), solve(exercises) }, where `tags` are those of the game being played,
   and `collect` hears of all games of a text; the last three throw what cannot be. */
export function wireTexts(on) {
  const dialog = at("texts");
  const fault = words => {
    dialog.querySelector(".fault").textContent = words;
  };

  /* Does something that may fail, and tells why. */
  const attempt = async (action, tell = refusal) => {
    fault("");
    try {
      await action();
    } catch (error) {
      fault(tell(error));
    }
  };

  const open = game =>
    attempt(async () => {
      await on.openGame(game);
      dialog.close();
    });

  const solve = exercises =>
    attempt(async () => {
      await on.solve(exercises);
      dialog.close();
    });

  const read = pdn =>
    attempt(async () => {
      const games = await on.rules().readPdn(pdn, on.game().variant);
      on.collect(games.filter(game => !isExercise(game)));
      at("games").hidden = games.length < 2;
      at("games").replaceChildren();
      if (!games.length) return fault(text("no-games"));
      if (games.every(isExercise)) return solve(games);
      if (games.length === 1) return open(games[0]);
      games.forEach((game, index) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: gameTitle(game, index) });
        button.onclick = () => open(game);
        at("games").append(button);
      });
      at("games").firstElementChild.focus();
    });

  const readFile = async file => {
    if (!file) return;
    if (!dialog.open) dialog.showModal();
    at("pdn").value = await file.text();
    await read(at("pdn").value);
  };

  dialog.addEventListener("kamen-open", () =>
    attempt(async () => {
      at("games").hidden = true;
      at("fen").value = on.game().current.position.fen;
      at("pdn").value = await writtenGame(on);
      // The moves, behind the tags.
      at("pdn").scrollTop = at("pdn").scrollHeight;
    }),
  );
  at("use-fen").onclick = () =>
    attempt(
      async () => {
        await on.openFen(at("fen").value);
        dialog.close();
      },
      error => text("refused.position", { why: refusal(error) }),
    );
  at("fen").onkeydown = event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    at("use-fen").click();
  };
  at("use-pdn").onclick = () => read(at("pdn").value);
  at("copy-fen").onclick = () => copy(at("fen"), at("copy-fen"));
  at("copy-pdn").onclick = () => copy(at("pdn"), at("copy-pdn"));
  at("save-pdn").onclick = () => save(at("pdn").value, "game.pdn");
  at("file").onchange = event => {
    readFile(event.target.files[0]);
    event.target.value = "";
  };
  wireDrop(readFile);
}

/* The game as PDN, with its variations and comments, and judged with its marks. */
async function writtenGame(on) {
  const game = on.game();
  const moves = game.writtenLine(game.root, game.isJudged ? writtenNotes : undefined);
  const tags = { ...on.tags(), ...game.tags };
  const { comment } = game.root;
  return on
    .rules()
    .writePdn({ variant: game.variant, start: game.startFen, moves, tags, comment, result: game.ended?.result ?? tags.Result });
}

function gameTitle({ tags, variant, moves }, index) {
  const find = name => (tags[name] && tags[name] !== "?" ? tags[name] : "");
  const names =
    find("White") || find("Black")
      ? `${find("White") || "?"} – ${find("Black") || "?"}`
      : text("game-number", { number: index + 1 });
  const more = [find("Event"), find("Result"), variantName(variant), text("moves-count", { count: Math.ceil(moves.length / 2) })];
  return [`${index + 1}. ${names}`, ...more.filter(word => word)].join(", ");
}

async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  button.textContent = text("copied");
  setTimeout(() => {
    button.textContent = text("copy");
  }, 1200);
}

function save(words, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([words], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function wireDrop(readFile) {
  const isFile = event => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", event => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", event => !event.relatedTarget && document.body.classList.remove("dropping"));
  addEventListener("drop", event => {
    if (!isFile(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    readFile(event.dataTransfer.files[0]);
  });
}
