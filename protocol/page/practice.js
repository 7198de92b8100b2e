/* Tasks on the board, one after the other: a better move than a mistake of a judged game, or the solution of an exercise. */

import { language, pointsText, text } from "./text.js";

/* A move that gives away less is right, too: the bound of an inaccuracy. */
const SLACK = 0.05;
const textOf = entry => (typeof entry === "string" ? entry : entry.move);

export class Practice {
  #index = 0;
  /* Where the move is to be found, and what was said last. */
  place = null;
  words = "";
  /* Whether the task is done with: the board is free. */
  isOver = false;

  /* A task is { words(values), place, open(), answer(move), solution() }: what is asked; its place in the game if that is known; it is
     opened, which resolves to its place; a move resolves to { isRight, words }, or to null where nothing is known of it; the solution
     is shown, and said. `on` is { use(practice), tell(words), offer(buttons), end() }. */
  constructor(tasks, on) {
    this.tasks = tasks;
    this.on = on;
  }

  get task() {
    return this.tasks[this.#index];
  }

  async begin() {
    const { task } = this;
    this.isOver = false;
    this.place = task.place ?? null;
    this.place = await task.open();
    this.on.use(this);
    this.#tell(task.words({ number: this.#index + 1, count: this.tasks.length }));
  }

  #tell(words) {
    this.words = words;
    this.on.tell(words);
    this.offer();
  }

  /* Offers what can be done now. */
  offer() {
    const show = { words: text("practise.show"), onclick: () => this.#show() };
    const next = { words: text("practise.next"), onclick: () => this.#next() };
    const end = { words: text("practise.end"), onclick: () => this.on.end() };
    const isLast = this.#index === this.tasks.length - 1;
    this.on.offer([...(this.isOver ? [] : [show]), ...(isLast ? [] : [next]), end]);
  }

  async #show() {
    this.isOver = true;
    this.#tell(await this.task.solution());
  }

  #next() {
    this.#index += 1;
    this.begin();
  }

  /* A move that was tried. */
  async answer(move) {
    const { task } = this;
    this.on.tell(text("thinking"));
    const found = await task.answer(move);
    if (this.task !== task || !found) return;
    this.isOver = found.isRight;
    if (found.isRight) await task.solution();
    this.#tell(found.words);
  }
}

/* The task to find a better move than a mistake: `on` is { show(place), judge(place, move), better(mistake) }, which shows a place of
   the game, finds the points of White after a move, and shows the better move and names it. */
export function betterMove(mistake, on) {
  const place = mistake.parent;
  return {
    place,
    words: values => text("practise.find", { move: mistake.move.move, ...values }),
    open: async () => {
      await on.show(place);
      return place;
    },
    answer: async move => {
      const isBest = move.hub === mistake.better;
      const points = isBest ? place.judged.points : await on.judge(place, move);
      await on.show(place);
      if (points === null) return null;
      const sign = place.position.turn === "white" ? 1 : -1;
      const loss = Math.max(0, sign * (place.judged.points - points));
      const isRight = isBest || loss < SLACK;
      return { isRight, words: text(isRight ? "practise.right" : "practise.wrong", { move: move.move, loss: pointsText(loss) }) };
    },
    solution: async () => text("practise.was", { move: on.better(mistake) }),
  };
}

/* Whether a game is an exercise as `kamen exercises` writes it: its first move is the solution, variations refute others. */
export function isExercise({ tags, moves }) {
  return Boolean(tags.Stipulation && moves.length);
}

/* What is asked, in the language of the page if it is one of the usual tasks. */
function taskOf(stipulation) {
  const [, colour, end] = /^(White|Black) to move and (win|draw)$/.exec(stipulation) ?? [];
  return colour ? text(`task.${colour.toLowerCase()}.${end}`) : stipulation;
}

/* What refutes a move, of the moves of a variation: the words of its comment, which are English, and the reply. */
function refuted([tried, reply]) {
  const { comment } = typeof tried === "object" && language === "en" ? tried : {};
  return { why: comment ? `: ${comment}` : "", reply: reply ? " " + text("practise.reply", { move: textOf(reply) }) : "" };
}

/* The task to solve an exercise: `on` is { open(), reset(), show() }, which shows its position alone and resolves to its place, draws the
   board again, and shows all of it with the solution and what refutes other moves. */
export function solution(exercise, on) {
  const [first] = exercise.moves;
  const refutations = typeof first === "string" ? [] : first.variations ?? [];
  return {
    words: values => text("practise.solve", { task: taskOf(exercise.tags.Stipulation), ...values }),
    open: on.open,
    answer: async move => {
      if (move.move === textOf(first)) return { isRight: true, words: text("practise.right", { move: move.move }) };
      on.reset();
      const refutation = refutations.find(([tried]) => textOf(tried) === move.move);
      return { isRight: false, words: text("practise.not", { move: move.move, ...refuted(refutation ?? []) }) };
    },
    solution: async () => {
      await on.show();
      return text("practise.solution", { move: textOf(first) });
    },
  };
}
