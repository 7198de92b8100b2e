/* The list of moves: the main line in two columns, variations below the move that they replace. */

import { text } from "./text.js";

export const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/* The words of a comment, without its commands. */
function wordsOf(comment) {
  return comment.replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim();
}

export class MoveList {
  #buttons = new Map();

  /* `on` is { goTo(node), promote(node), remove(node) }. */
  constructor(host, on) {
    this.host = host;
    this.on = on;
  }

  /* Draws the moves of a game anew. */
  draw(game, over) {
    this.#buttons.clear();
    this.host.replaceChildren();
    const line = game.mainLine();
    if (!line.length) this.#put("p", "empty", text("no-moves"));
    this.#comment(game.root);
    let isOpen = false;
    for (const node of line) {
      const { number, isWhite } = game.numberOf(node);
      const begins = (isWhite ? "white" : "black") === game.first;
      if (begins || !isOpen) {
        this.#put("span", "number", `${number}.`);
        if (!begins) this.#put("span", "", "…");
      }
      this.host.append(this.#button(node, ""));
      isOpen = begins;
      const others = node.parent.children.slice(1);
      const hasRow = others.length || wordsOf(node.comment);
      if (hasRow && begins) this.#put("span", "", "");
      if (hasRow) isOpen = false;
      this.#comment(node);
      others.forEach(other => this.#variation(game, other));
    }
    if (over) this.#put("p", "result", over);
    this.here(game.current);
  }

  #put(name, className, words) {
    this.host.append(Object.assign(document.createElement(name), { className, textContent: words }));
  }

  #comment({ comment }) {
    const words = wordsOf(comment);
    if (words) this.#put("p", "comment", words);
  }

  #button(node, prefix) {
    const sign = SIGNS[node.mark] ?? GLYPHS[node.glyphs.find(glyph => GLYPHS[glyph])] ?? "";
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      textContent: prefix + node.move.move + sign,
      className: node.mark ?? "",
    });
    button.onclick = () => this.on.goTo(node);
    this.#buttons.set(node, button);
    return button;
  }

  #variation(game, first) {
    const row = this.host.appendChild(Object.assign(document.createElement("div"), { className: "side" }));
    const add = (node, hasNumber) => {
      for (let at = node, numbered = hasNumber; at; at = at.children[0]) {
        const { number, isWhite } = game.numberOf(at);
        const begins = (isWhite ? "white" : "black") === game.first;
        row.append(this.#button(at, begins ? `${number}. ` : numbered ? `${number}… ` : ""), " ");
        const words = wordsOf(at.comment);
        if (words) row.append(Object.assign(document.createElement("i"), { textContent: words }), " ");
        numbered = Boolean(words);
        const others = at.parent.children[0] === at ? at.parent.children.slice(1) : [];
        for (const other of at === node ? [] : others) {
          row.append("(");
          add(other, true);
          row.append(") ");
          numbered = true;
        }
      }
    };
    add(first, true);
    row.append(
      this.#tool("↑", "promote", () => this.on.promote(first)),
      this.#tool("×", "remove", () => this.on.remove(first)),
    );
  }

  #tool(sign, name, action) {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "tool",
      textContent: sign,
      title: text(name),
      onclick: action,
    });
    button.setAttribute("aria-label", text(name));
    return button;
  }

  /* Marks the move that is looked at, and scrolls to it within the list. */
  here(node) {
    this.host.querySelector(".here")?.classList.remove("here");
    this.host.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.#buttons.get(node);
    if (!button) return void (this.host.scrollTop = 0);
    button.classList.add("here");
    button.setAttribute("aria-current", "true");
    const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight];
    const { host } = this;
    if (top < host.scrollTop) host.scrollTop = top - 8;
    else if (bottom > host.scrollTop + host.clientHeight) host.scrollTop = bottom - host.clientHeight + 8;
  }
}
