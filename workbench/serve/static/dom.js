// Small helpers for the document. All text is set as text, never as HTML.

/** Make an element: h("p", {class: "note", onclick: f}, "text", child). */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled" || key === "hidden") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
  return element;
}

/** Make an element of a drawing. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const byId = id => document.getElementById(id);

/** Show an error, or nothing. */
export function showMessage(text) {
  const message = byId("message");
  message.hidden = !text;
  message.textContent = text || "";
}

/** Tell a screen reader something. */
export function announce(text) { byId("status").textContent = text; }

export const percent = x => (100 * x).toFixed(1) + " %";

export const short = x => Number.isInteger(x) ? String(x) : x.toFixed(3);

/** Whether a key press is meant for the page and not for a field. */
export function isShortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !event.target.closest?.("input, textarea, select, dialog, [contenteditable]");
}

/** A number of things in words: "1 page", "2 pages". */
export const count = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;
