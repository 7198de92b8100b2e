"use strict";
/* The board of a page. Its squares are counted row by row from the top left as White sees it, from 0. */
const at = id => document.getElementById(id);
const CELL = 40, EDGE = 20;
const PLAYED = "#c9a227", BETTER = "#1f6feb";
/* Whether Black sits at the bottom. */
let turned = false;

function element(name, attributes, parent, text) {
  const space = "http" + "://www.w3.org/2000/svg";
  const made = parent instanceof SVGElement ? document.createElementNS(space, name) : document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}
/* The centre of a square. */
function centre(place, svg) {
  const box = svg.viewBox.baseVal, width = Math.round((box.width - 2 * EDGE) / CELL);
  const x = EDGE + place % width * CELL + CELL / 2, y = EDGE + Math.floor(place / width) * CELL + CELL / 2;
  return turned ? [box.width - x, box.height - y] : [x, y];
}
/* Removes and puts the pieces of a step. */
function take(step, pieces) {
  for (const place of step.off) pieces.delete(place);
  for (const [place, piece] of step.on) pieces.set(place, piece);
}
/* The pieces by their squares after steps from a position. */
function piecesAfter(start, steps) {
  const pieces = new Map(start);
  steps.forEach(step => take(step, pieces));
  return pieces;
}
function arrow(way, color, svg) {
  const points = way.map(place => centre(place, svg));
  const [from, to] = points.slice(-2);
  const length = Math.max(1, Math.hypot(to[0] - from[0], to[1] - from[1]));
  const dx = (to[0] - from[0]) / length, dy = (to[1] - from[1]) / length;
  const base = [to[0] - 14 * dx, to[1] - 14 * dy];
  const group = element("g", { opacity: .8, fill: color, stroke: color }, svg);
  const path = points.slice(0, -1).concat([base]).map(([x, y], i) => (i ? "L" : "M") + x + " " + y).join("");
  element("path", { d: path, fill: "none", "stroke-width": 5, "stroke-linejoin": "round" }, group);
  element("path", { d: `M${to[0]} ${to[1]}L${base[0] - 8 * dy} ${base[1] + 8 * dx}L${base[0] + 8 * dy} ${base[1] - 8 * dx}z` },
    group);
}
/* Red men on green boards. */
function blackOf(svg) { return svg.innerHTML.includes("#4f7f4a") ? "#b3261e" : "#2b2523"; }
function drawPieces(pieces, svg) {
  for (const [place, piece] of pieces) {
    const [x, y] = centre(place, svg);
    const colors = piece.toLowerCase() === "w" ? ["#fbf7ef", "#2b2523"] : [blackOf(svg), "#fbf7ef"];
    const group = element("g", { transform: `translate(${x} ${y})`, fill: colors[0], stroke: colors[1] }, svg);
    element("circle", { r: 16, stroke: "#1a1411" }, group);
    if (piece === "w" || piece === "b") element("circle", { r: 11, "stroke-opacity": .5 }, group);
    else element("path", { d: "M-9 6v-12l4.5 5 4.5-7 4.5 7 4.5-5v12z", fill: "#e8b923" }, group);
  }
}
/* The moves of a text, each with its number. */
function movesOf(text) { return text.match(/(\d+\.+ )?[^ ]+/g) || []; }
