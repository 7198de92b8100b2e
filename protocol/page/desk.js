/* The game on the board: what is played, looked at and asked of the engine. */

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Game } from "./game.js";
import { Gestures } from "./gestures.js";
import { positionText } from "./hub.js";
import { MoveList, SIGNS } from "./moves.js";
import { HUMAN, place, Play } from "./play.js";
import { betterMove, Practice, solution } from "./practice.js";
import { Graph, judgeGame, NODES, readJudgments } from "./review.js";
import { moveText, pathOf, pointsOf } from "./score.js";
import { SetUp } from "./setup.js";
import { keep } from "./store.js";
import { announce, drawClocks, drawPlayers, say, toast } from "./table.js";
import { pointsText, refusal, text, variantName } from "./text.js";

const at = id => document.getElementById(id);
/* The most moves that are told after one that is refused. */
const MOST_TOLD = 8;
const BY_HAND = { sides: { white: HUMAN, black: HUMAN }, clock: null, moveTime: 0.5 };
let rules, variants, session, choices;
export let game, play;
let turned = false;
let hint = null;
let choice = [];
let reviewing = null;
let practice = null;
/* How the next move came to the board: by hand it is there already. */
let how = {};

export const board = new Board(at("board"));
export const chooser = new Chooser(board, { play: makeMove, refuse: reason => note(text(reason)), offer });
const gestures = new Gestures(board, chooser);
export const analysis = new Analysis(board, {
  playLine,
  change: () => {
    hint = null;
    say(...standing());
    save();
    restart();
  },
});
const list = new MoveList(at("moves"), {
  goTo: node => game.goTo(node),
  promote: node => game.promote(node),
  remove: node => game.remove(node),
});
const graph = new Graph(at("graph"), node => game.goTo(node));
export const setUp = new SetUp(board, { use: position => open(position), leave: leaveSetUp, flip, rules: () => rules });

/* Takes what was found behind the page: the rules, the variants, a conversation in Hub; and `choices()`, what the dialog of a new
   game has. */
export function use(parts) {
  ({ rules, variants, session, choices } = parts);
}

/* A game begins: of a variant from its start, or from a position, with moves that are made already, as `Game.addLine` takes them; `way`
   leads to the one that is looked at, the last without. */
export async function begin(settings, { position, moves = [], way, tags = {}, comment = "", isTurned } = {}) {
  const start = position ?? (await rules.position(settings.variant, "", []));
  const next = new Game(rules, start, changed);
  next.startText = positionText(start);
  next.tags = tags;
  next.root.comment = comment;
  next.addLine(next.root, moves);
  next.isJudged = readJudgments(next);
  const there = way ? next.atWay(way) : next.endOf(next.root);
  // All moves get their texts, as far as they can be made.
  await next.load(next.endOf(there)).catch(() => {});
  await next.load(there);
  reviewing = null;
  practice = null;
  play?.time?.stop();
  play = new Play(settings, () => drawClocks(play, turned), flagged);
  game = next;
  turned = isTurned ?? play.ownColour === "black";
  if (setUp.isOpen) setUp.close();
  gestures.hand = chooser;
  await game.goTo(there);
}

/* A position or a game from elsewhere is looked at by hand. */
export function open(position, more) {
  return begin({ ...BY_HAND, variant: position.variant }, { position, isTurned: turned, ...more });
}

export async function openGame({ variant, start, moves, tags, comment, fault, reason }) {
  const position = await rules.position(variant, start, []);
  if (fault) toast(text("refused.game", { why: refusal({ message: fault, reason }) }));
  await open(position, { moves, way: [], tags, comment });
}

/* Another place of the game is looked at. */
export function changed(node, before) {
  hint = null;
  choice = [];
  if (practice && !practice.isOver && practice.place !== node) practice = null;
  const isForward = node.parent === before;
  const isBack = before.parent === node;
  const move = isForward ? node.move : isBack ? before.move : undefined;
  board.setBoard(node.position.board, turned);
  board.show(node.position.pieces, move?.path ? { move, isBack, ...how } : {});
  how = {};
  if (isForward) announce(spoken(node));
  list.draw(game, overText());
  drawRest();
  practice?.offer();
  play.runClock(game);
  save();
  restart();
}

function spoken({ move, parent }) {
  const parts = [`${text(parent.position.turn)}: ${move.move}`];
  if (move.crowns) parts.push(text("crowned"));
  parts.push(play.status(game));
  return parts.join(". ");
}

function overText() {
  const over = play.endOf(game);
  return over ? `${over.result ?? ""} ${play.endText(over)}`.trim() : "";
}

/* All that a move does not animate. */
function drawRest() {
  const { position, move } = game.current;
  drawPlayers(game, play, turned);
  chooser.set(play.canMove(game) ? position.moves : [], move?.path ? [move.path[0], move.path.at(-1)] : []);
  say(...standing());
  drawArrows();
  graph.draw(game, analysis.isOn || game.isJudged);
  at("variant").firstElementChild.textContent = variantName(game.variant, position.title);
  document.title = `${variantName(game.variant, position.title)} – Kamen`;
  at("take-back").disabled = !canTakeBack();
  at("hint").disabled = !play.canMove(game) || isPractising();
  at("review").disabled = !game.root.children.length || isPractising();
  at("review").classList.toggle("main", play.isAgainst && Boolean(play.endOf(game)) && !game.isJudged);
  at("practise").hidden = !mistakes().length;
  at("resign").disabled = !canResign();
  for (const button of document.querySelectorAll("[data-go]")) {
    button.disabled = /Start|back/.test(button.dataset.go) ? !game.current.parent : !game.current.children.length;
  }
}

/* How the game stands; of a marked move, what it gave away and what was better. */
function standing() {
  const { mark, loss, better, move } = game.current;
  if (practice?.place === game.current) return [practice.words, true];
  if (!mark || loss === undefined) return [play.status(game)];
  const words = text("marked", { move: move.move + SIGNS[mark], loss: pointsText(loss) });
  return [better ? `${words} ${text("better", { move: moveText(better, board) })}` : words, true];
}

function drawArrows() {
  const arrows = analysis.isOn ? [...analysis.arrows].reverse() : [];
  const { better, parent } = game.current;
  if (better && !isPractising()) arrows.push({ path: pathOf(better, parent.position.moves), kind: "hint", weight: 0.6 });
  // With the analysis its best move is the hint.
  board.arrows([...arrows, ...(hint && !analysis.isOn ? [hint] : []), ...choice]);
}

/* What the engine has to do here: to play, to analyse, or nothing. */
function restart() {
  if (reviewing || setUp.isOpen) return;
  analysis.clear();
  if (isPractising()) analysis.forget();
  else analysis.know(rules, game, makeMove);
  if (isPractising()) session.stop();
  else if (play.hasToThink(game)) think();
  else if (analysis.isOn && game.current.position.moves.length) analyse();
  else session.stop();
  drawArrows();
}

const hubName = () => variants.find(({ variant }) => variant === game.variant).hub_names[0];

/* Runs a search; what fails is told. */
async function search(job, onInfo) {
  try {
    return await session.run(job, onInfo);
  } catch (error) {
    toast(text("engine-lost", { reason: error.message === "lost" ? "" : error.message }));
    return null;
  }
}

async function think() {
  const node = game.current;
  const result = await search(play.job(game, hubName()));
  if (!result || game.current !== node || setUp.isOpen) return;
  const move = node.position.moves.find(({ hub }) => hub === result.move);
  if (move) makeMove(move);
}

function analyse() {
  const node = game.current;
  const job = {
    ...place(game, hubName()),
    mode: "analyze",
    level: "infinite",
    lines: Math.min(analysis.lines, node.position.moves.length),
  };
  search(
    job,
    (info, infos) =>
      game.current === node &&
      analysis.show(node, infos, () => {
        drawArrows();
        graph.draw(game, true);
      }),
  );
}

async function makeMove(move, from = {}) {
  if (isPractising()) return practice.answer(move);
  const { turn } = game.current.position;
  how = from;
  chooser.set([], chooser.last);
  if (!game.current.children.length) play.press(turn, game.current.ply);
  try {
    await game.play(move);
  } catch (error) {
    toast(refusal(error));
    drawRest();
  }
}

/* Moves of a line that the engine has shown, as a variation. */
async function playLine(node, moves) {
  let end = node;
  for (const hub of moves)
    end = game.add(end, node.position.moves.find(move => move.hub === hub) ?? { move: moveText(hub, board), hub });
  await game.goTo(end);
}

export async function showHint() {
  const node = game.current;
  if (!play.canMove(game) || isPractising()) return;
  note(text("thinking"));
  const result = await search({ ...place(game, hubName()), mode: "analyze", level: "move-time=0.6", lines: 1 });
  if (!result || game.current !== node) return;
  const hub = result.infos[0]?.moves[0] ?? result.move;
  if (analysis.isOn) restart();
  if (!hub) return;
  hint = { path: pathOf(hub, node.position.moves), kind: "hint" };
  note(text("hint-is", { move: moveText(hub, board) }));
  drawArrows();
}

function note(words) {
  say(words, true);
  announce(words);
}

/* Captures between which the squares do not decide. */
function offer(moves) {
  const show = path => {
    choice = moves.map(move => ({ path: move.path, kind: "choice", weight: path === move.path ? 1 : path ? 0.1 : 0.5 }));
    drawArrows();
  };
  show(null);
  offerButtons(
    moves.map(move => ({
      words: move.path.map(square => board.nameOf(square)).join(" × "),
      onclick: () => makeMove(move),
      onfocus: () => show(move.path),
    })),
  );
  if (moves.length) note(text("which-capture"));
}

/* Buttons below the words of how the game stands: [{ words, onclick, onfocus }]; for a choice that is soon made they lie over what is
   there. */
function offerButtons(buttons) {
  at("offer").classList.toggle("stays", Boolean(practice));
  at("offer").replaceChildren(
    ...buttons.map(({ words, onclick, onfocus = null }) =>
      Object.assign(document.createElement("button"), {
        type: "button",
        textContent: words,
        onclick,
        onfocus,
        onpointerenter: onfocus,
      }),
    ),
  );
}

/* At the end of a line: elsewhere the moves behind it would be lost. */
function canTakeBack() {
  return Boolean(game.current.parent && !game.current.children.length && !isPractising());
}

/* Takes back a move; against the engine, so far that the person is to move. */
export async function takeBack() {
  let node = game.current;
  if (!canTakeBack()) return;
  const own = play.ownColour;
  while (own && node.parent.parent && node.parent.position?.turn !== own) node = node.parent;
  await game.remove(node);
}

export function flip() {
  turned = !turned;
  board.setBoard(game.current.position.board, turned);
  if (setUp.isOpen) return setUp.draw();
  board.show(game.current.position.pieces);
  drawRest();
  at("gauge").classList.toggle("turned", turned);
  save();
}

function flagged(colour) {
  play.lose(game, colour, "time");
  changed(game.current, game.current);
}

/* In a game against the engine; its mistakes are tried again in one that is not played on. */
function canResign() {
  return play.isAgainst && !play.endOf(game) && !practice;
}

export function resign() {
  if (!canResign()) return;
  play.lose(game, play.ownColour, "resigned");
  changed(game.current, game.current);
  announce(play.status(game));
}

export function beginSetUp() {
  session.stop();
  gestures.hand = setUp;
  for (const id of ["analysis", "moves", "steps", "actions", "typed", "status"]) at(id).hidden = true;
  board.arrows([]);
  at("gauge").hidden = true;
  setUp.open(game.current.position);
}

function leaveSetUp() {
  for (const id of ["analysis", "moves", "steps", "actions", "typed", "status"]) at(id).hidden = false;
  gestures.hand = chooser;
  changed(game.current, game.current);
}

export async function review() {
  if (reviewing || isPractising()) return;
  const mine = (reviewing = game);
  analysis.clear();
  await judgeGame(game, (node, level) => look(game.movesTo(node), level), (done, all) => {
    note(text("reviewing", { percent: Math.round((100 * done) / all) }));
    graph.draw(game, true);
  });
  if (reviewing !== mine) return;
  reviewing = null;
  game.isJudged = true;
  changed(game.current, game.current);
}

/* Whether a move is to be found: what is made on the board is an answer. */
function isPractising() {
  return Boolean(practice && !practice.isOver);
}

/* The mistakes of a judged game: of the person who played it, or of both sides. */
function mistakes() {
  const own = play.ownColour;
  const isOwn = ({ parent }) => !own || parent.position.turn === own;
  return game.mainLine().filter(node => node.better && node.loss !== undefined && isOwn(node));
}

/* They are tried again. */
export function practise() {
  const on = {
    show: place => (game.current === place ? changed(place, place) : game.goTo(place)),
    judge: judgeMove,
    better: mistake => {
      hint = { path: pathOf(mistake.better, mistake.parent.position.moves), kind: "hint" };
      drawArrows();
      return moveText(mistake.better, board);
    },
  };
  beginPractice(mistakes().map(mistake => betterMove(mistake, on)));
}

/* Exercises are solved. */
export function solve(exercises) {
  const tasks = exercises.map(exercise =>
    solution(exercise, {
      open: async () => {
        await open(await rules.position(exercise.variant, exercise.start, []));
        return game.root;
      },
      reset: () => changed(game.current, game.current),
      show: async () => {
        const mine = practice;
        await openGame(exercise);
        practice = mine;
      },
    }),
  );
  return beginPractice(tasks);
}

function beginPractice(tasks) {
  analysis.isOn = false;
  practice = new Practice(tasks, {
    use: mine => {
      practice = mine;
      analysis.forget();
    },
    tell: note,
    offer: offerButtons,
    end: () => {
      practice = null;
      changed(game.current, game.current);
    },
  });
  return practice.begin();
}

/* The points of White after a move, by a short search as those of `review`. */
async function judgeMove(place, move) {
  const moves = [...game.movesTo(place), move.hub];
  const { result, winner, turn } = await rules.position(game.variant, game.startFen, moves);
  if (result) return winner ? Number(winner === "white") : 0.5;
  const infos = await look(moves, `nodes=${NODES}`);
  return infos?.[0] ? pointsOf(infos[0], turn) : null;
}

async function look(moves, level) {
  const job = { variant: hubName(), position: game.startText, moves, mode: "analyze", level, lines: 1 };
  return (await search(job))?.infos ?? null;
}

/* The legal moves to think of after a refusal: those of its piece, or the captures that are due. */
function remaining({ piece, square }) {
  const moves = game.legal.filter(({ path, captured }) => (piece ? board.nameOf(path[0]) === piece : captured.length && !square));
  if (!moves.length || moves.length > MOST_TOLD) return "";
  return " " + text("can-play", { moves: moves.map(({ move }) => move).join(", ") });
}

/* A move by its text; why it cannot be is what the engine says of it. */
export async function typeMove() {
  const field = at("typed-move");
  const typed = field.value.trim();
  if (!typed || !play.canMove(game)) return;
  const found = game.find(typed, square => board.nameOf(square));
  if (found.length > 1) return offer(found);
  if (found.length) {
    field.value = "";
    return makeMove(found[0]);
  }
  try {
    await rules.position(game.variant, game.startFen, [...game.movesTo(game.current), typed]);
  } catch (error) {
    note(text("refused.move", { move: typed, why: refusal(error) }) + remaining(error.reason ?? {}));
  }
}

function save() {
  const { variant, startFen, current, tags, root } = game;
  const { sides, clock, moveTime } = play;
  const moves = game.writtenLine(root);
  const way = game.wayTo(current);
  keep({ variant, start: startFen, moves, way, ply: current.ply, tags, comment: root.comment, sides, clock, left: play.time?.left, moveTime, turned });
  keep({ choices: choices(), position: current.position, analyse: analysis.isOn, lines: analysis.lines });
}
