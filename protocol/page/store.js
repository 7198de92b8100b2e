/* What the browser keeps between two visits: settings, and the game that was on the board. */

const KEY = "kamen";

export function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/* Adds to what is kept. A browser that keeps nothing is no fault. */
export function keep(values) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), ...values }));
  } catch {
    // Private windows and full disks.
  }
}
