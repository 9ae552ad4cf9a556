// A list of all blocks. Only the rows that are visible are in the document, so that a
// page may have any number of them.

import {h} from "./dom.js";

const rowHeight = 46;

export class BlockList {
  /** options: {label, row(n) → {text, meta, code, name, differs}, onselect(n, extend), onscroll(n), onkey(event)} */
  constructor(options) {
    this.options = options;
    this.count = 0;
    this.current = -1;
    this.selected = new Set();
    this.space = h("div", {class: "space", role: "presentation"});
    this.element = h("div", {class: "list", role: "listbox", tabindex: "0", "aria-label": options.label, "aria-multiselectable": options.multiple ? "true" : null,
      onscroll: () => this.scrolled(), onkeydown: e => this.key(e), onclick: e => this.click(e)}, this.space);
    this.quiet = 0;
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Show a number of rows. */
  setCount(count) {
    this.count = count;
    if (this.current >= count) this.current = count - 1;
    this.space.style.height = count * rowHeight + "px";
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - 4);
    const last = Math.min(this.count, first + Math.ceil(this.element.clientHeight / rowHeight) + 10);
    const rows = [];
    for (let n = first; n < last; n++) rows.push(this.row(n));
    // The current row stays in the document, since a screen reader is at it.
    if (this.current >= 0 && (this.current < first || this.current >= last)) rows.push(this.row(this.current));
    this.space.replaceChildren(...rows);
    if (this.current >= 0) this.element.setAttribute("aria-activedescendant", "row-" + this.current);
    else this.element.removeAttribute("aria-activedescendant");
  }

  row(n) {
    const r = this.options.row(n);
    const selected = this.selected.has(n) || n === this.current;
    const element = h("div", {class: "item" + (n === this.current ? " current" : "") + (r.differs ? " differs" : ""), role: "option", id: "row-" + n, "data-n": n,
      "aria-selected": String(selected), "aria-setsize": this.count, "aria-posinset": n + 1},
      h("div", {class: "text"}, r.text || "\u00a0"),
      h("div", {class: "meta"}, h("span", {class: "chip", "data-k": r.code}, r.name), ` ${n}${r.meta && " · "}${r.meta}`));
    element.style.top = n * rowHeight + "px";
    return element;
  }

  /** Go to a row without telling. */
  go(n, selected = []) {
    this.current = n;
    this.selected = new Set(selected);
    this.reveal(n);
    this.draw();
  }

  /** Scroll so that a row is visible. */
  reveal(n, atTop = false) {
    const top = n * rowHeight, height = this.element.clientHeight;
    let to = this.element.scrollTop;
    if (atTop) to = top;
    else if (top < to) to = top;
    else if (top + rowHeight > to + height) to = top + rowHeight - height;
    if (to === this.element.scrollTop) return;
    this.quiet = performance.now() + 150;
    this.element.scrollTop = to;
  }

  scrolled() {
    this.draw();
    if (performance.now() < this.quiet || this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.options.onscroll?.(Math.min(this.count - 1, Math.ceil(this.element.scrollTop / rowHeight)));
    });
  }

  click(event) {
    const row = event.target.closest(".item");
    if (row) this.options.onselect(Number(row.dataset.n), event.shiftKey);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / rowHeight) - 1);
    const to = {ArrowDown: this.current + 1, ArrowUp: this.current - 1, PageDown: this.current + page, PageUp: this.current - page, Home: 0, End: this.count - 1}[event.key];
    if (to === undefined || this.count === 0) return;
    event.preventDefault();
    this.options.onselect(Math.max(0, Math.min(this.count - 1, to)), event.shiftKey);
  }
}
