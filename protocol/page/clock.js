/* Two clocks with an increment, of which the one of the side to move runs. */

export class Clock {
  #began = 0;
  #timer = null;

  /* `minutes` and the `increment` in seconds for each side; `onTick()` is called while a clock runs, `onFlag(colour)` at its end.
   */
  constructor({ minutes, increment }, onTick, onFlag) {
    Object.assign(this, { minutes, increment, onTick, onFlag, running: null });
    this.left = { white: minutes * 60000, black: minutes * 60000 };
  }

  /* Milliseconds that a side has left. */
  leftOf(colour) {
    const used = this.running === colour ? performance.now() - this.#began : 0;
    return Math.max(0, this.left[colour] - used);
  }

  /* The clock of a colour runs, or none. */
  run(colour) {
    if (this.running === colour) return;
    this.stop();
    if (!colour) return;
    this.running = colour;
    this.#began = performance.now();
    this.#timer = setInterval(() => this.#tick(), 100);
    this.onTick();
  }

  /* A side has moved: its increment is added. */
  press(colour) {
    this.stop();
    this.left[colour] += this.increment * 1000;
  }

  stop() {
    if (this.running) this.left[this.running] = this.leftOf(this.running);
    clearInterval(this.#timer);
    this.running = null;
    this.onTick();
  }

  #tick() {
    const colour = this.running;
    this.onTick();
    if (colour && this.leftOf(colour) === 0) {
      this.stop();
      this.onFlag(colour);
    }
  }
}

/* 4:59, or 9.3 in the last ten seconds. */
export function clockText(milliseconds) {
  if (milliseconds < 10000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
