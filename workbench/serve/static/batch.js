// All pages in a table: by F1 where there is gold text, and by how far the methods
// disagree.

import {count, h, svg} from "./dom.js";

export class BatchTask {
  constructor(app) {
    this.app = app;
    this.rows = [];
    this.order = null;
    this.progress = h("progress", {max: 1, value: 0, "aria-label": "Pages done", hidden: true});
    this.status = h("span", {class: "note", role: "status"});
    this.button = h("button", {class: "main", onclick: () => this.run()}, "Run all pages");
    this.charts = h("div", {class: "charts"});
    this.body = h("tbody");
    this.head = h("tr");
    this.table = h("table", {hidden: true}, h("caption", {class: "visually-hidden"}, "Pages"), h("thead", {}, this.head), this.body);
    this.element = h("div", {class: "batch"}, h("p", {}, this.button, " ", this.progress, " ", this.status), this.charts, this.table);
  }

  get methods() { return this.app.state.methods; }

  name(m) { return this.methods[m].method + (this.methods.filter(o => o.method === this.methods[m].method).length > 1 ? ` (${m + 1})` : ""); }

  async open() {
    if (this.app.batch && this.app.batch.key === JSON.stringify(this.methods)) {
      this.rows = this.app.batch.rows;
      this.show();
      return;
    }
    this.status.textContent = `${count(this.app.overview.pages.length, "page")}, ${this.methods.map((_, m) => this.name(m)).join(", ")}. The methods and settings are those of View.`;
  }

  close() { this.closed = true; }

  async run() {
    this.button.disabled = true;
    this.rows = [];
    const methods = structuredClone(this.methods), pages = this.app.overview.pages.map(p => p.id);
    this.progress.hidden = false;
    this.progress.max = pages.length;
    let next = 0, shown = 0;
    const worker = async () => {
      while (next < pages.length && !this.closed) {
        const row = await this.app.call("row", {page: pages[next++], methods}).catch(() => null);
        if (row) this.rows.push(row);
        this.progress.value = this.rows.length;
        if (performance.now() - shown > 400) { shown = performance.now(); this.show(); }
      }
    };
    await Promise.all([worker(), worker()]);
    this.progress.hidden = true;
    this.button.disabled = false;
    this.app.batch = {key: JSON.stringify(methods), rows: this.rows};
    this.show();
  }

  columns() {
    const scored = this.rows.some(r => r.scores?.some(s => s !== null));
    const all = [{name: "Page", of: r => r.page, text: true}];
    this.methods.forEach((_, m) => {
      if (scored) all.push({name: "F1 " + this.name(m), of: r => r.scores?.[m] ?? null, digits: 3});
      all.push({name: "Words " + this.name(m), of: r => r.words?.[m] ?? null, digits: 0});
    });
    if (this.methods.length > 1) all.push({name: "Agreement", of: r => r.error ? null : r.agreement, digits: 3});
    if (!this.order) this.order = {column: scored ? 1 : this.methods.length > 1 ? all.length - 1 : 0, up: true};
    return all;
  }

  show() {
    if (this.rows.length === 0) return;
    this.table.hidden = false;
    const columns = this.columns();
    const {column, up} = this.order;
    const of = columns[column].of;
    const sorted = [...this.rows].sort((a, b) => {
      const x = of(a), y = of(b);
      if (x === null || y === null) return (x === null) - (y === null);
      return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
    });
    this.head.replaceChildren(...columns.map((c, i) => h("th", {scope: "col", class: c.text ? null : "num", "aria-sort": i === column ? (up ? "ascending" : "descending") : null},
      h("button", {onclick: () => { this.order = {column: i, up: i === column ? !up : true}; this.show(); }}, c.name + (i === column ? (up ? " ▲" : " ▼") : "")))));
    this.body.replaceChildren(...sorted.map(r => h("tr", {}, columns.map(c => c.text
      ? h("th", {scope: "row"}, h("button", {class: "linklike", onclick: () => this.app.open(r.page, "view")}, r.page), r.error ? h("span", {class: "note"}, " " + r.error) : null)
      : h("td", {class: "num"}, c.of(r) === null ? "–" : c.of(r).toFixed(c.digits))))));
    const charts = columns.filter(c => c.digits === 3).map(c => ({name: c.name, values: this.rows.map(c.of).filter(v => v !== null)}));
    this.charts.replaceChildren(...charts.map(histogram));
    const means = charts.map(c => `${c.name} ${(c.values.reduce((a, b) => a + b, 0) / c.values.length).toFixed(3)}`);
    this.status.textContent = `${count(this.rows.length, "page")}. Means: ${means.join(", ")}`;
  }
}

/** How many pages have which value, from 0 to 1 in twentieths. */
function histogram({name, values}) {
  const bins = new Array(20).fill(0);
  for (const v of values) bins[Math.min(19, Math.floor(v * 20))]++;
  const most = Math.max(...bins, 1);
  const text = (x, y, t, anchor = "middle") => Object.assign(svg("text", {x, y, "text-anchor": anchor}), {textContent: t});
  return svg("svg", {class: "chart", viewBox: "0 0 220 110", role: "img", "aria-label": `${name}: ${bins.map((n, i) => n && `${count(n, "page")} from ${(i / 20).toFixed(2)}`).filter(Boolean).join(", ")}`},
    ...bins.map((n, i) => svg("rect", {x: 10 + i * 10, y: 90 - 70 * n / most, width: 9, height: 70 * n / most})),
    svg("line", {x1: 10, x2: 210, y1: 90.5, y2: 90.5}), text(10, 102, "0"), text(110, 102, "0.5"), text(210, 102, "1"), text(110, 12, `${name} (highest bar: ${count(most, "page")})`));
}
