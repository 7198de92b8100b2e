/* Keys that work anywhere on the page, but where words are typed or a dialog is open. */

/* `keys` has what each key does, `allows(key)` whether it does so now. */
export function wireKeys(keys, allows) {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || !allows(event.key)) return;
    if (event.target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
    // A list that scrolls keeps the keys that scroll it.
    if (/^Arrow(Up|Down)$/.test(event.key) && event.target.id === "moves") return;
    event.preventDefault();
    keys[event.key]();
  });
}
