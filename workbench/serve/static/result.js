// What each method takes out of the page, beside the page: as text, Markdown, HTML, a tree
// in JSON, and the metadata of the page. All of it is shown as text.

import {count, h} from "./dom.js";
import {Frame} from "./frame.js";

/** The forms by name: how they are called, and how they are saved. */
const forms = {
  text: {label: "Text", file: ".txt"},
  markdown: {label: "Markdown", file: ".md"},
  html: {label: "HTML", file: ".html"},
  tree: {label: "Tree", file: ".json"},
  metadata: {label: "Metadata", file: ".json"},
};

/** How many characters of a result are shown. Copies and files have all of them. */
const mostShown = 500000;

export class ResultTask {
  constructor(app) {
    this.app = app;
    this.active = 0;
    if (!Object.hasOwn(forms, app.state.form)) app.state.form = "text";
    this.frame = new Frame("The page", {});
    this.whose = h("p", {class: "numbers"});
    this.panel = h("div", {class: "texts", role: "tabpanel", id: "result-panel"});
    this.status = h("span", {class: "visually-hidden", role: "status"});
    this.tabs = h("div", {role: "tablist", "aria-label": "Form of the result", onkeydown: e => this.key(e)},
      Object.entries(forms).map(([name, form]) => h("button", {role: "tab", id: "form-" + name, "aria-controls": "result-panel", onclick: () => this.choose(name)}, form.label)));
    this.element = h("div", {class: "result"},
      h("section", {class: "column", "aria-label": "Page"}, h("header", {}, this.whose), this.frame.element),
      h("div", {class: "outputs"}, this.tabs, this.status, this.panel));
  }

  /** The form that is shown, for other pages too. */
  get form() { return this.app.state.form; }

  async open() {
    this.app.leaveOutGold();
    for (const tab of this.tabs.children) {
      const selected = tab.id === "form-" + this.form;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", "form-" + this.form);
    this.active = Math.min(this.active, this.app.state.methods.length - 1);
    await Promise.all([this.showPage(), this.showOutputs()]);
  }

  choose(form) {
    this.app.state.form = form;
    this.app.remember();
    return this.open();
  }

  key(event) {
    const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!by) return;
    event.preventDefault();
    const tabs = [...this.tabs.children];
    const next = tabs[(tabs.indexOf(document.activeElement) + by + tabs.length) % tabs.length];
    next.focus();
    this.choose(next.id.slice("form-".length));
  }

  name(m) {
    const method = this.app.state.methods[m];
    return [method.method, ...Object.entries(method.settings).map(([k, v]) => `${k} ${v}`)].join(", ");
  }

  /** Show the page with the blocks of the active method. */
  async showPage() {
    const {page, methods, styles} = this.app.state, token = this.pageToken = {};
    const request = {page, methods: [structuredClone(methods[this.active])], styles};
    let view;
    try { view = await this.app.call("view", request); } catch { return; }
    if (token !== this.pageToken || this.app.task !== this) return;
    const [result] = view.results;
    this.blocks = result.blocks;
    this.whose.textContent = [`${this.name(this.active)}: ${result.kept} of ${count(result.codes.length, "block")} kept`, view.warning].filter(Boolean).join(". ");
    await this.frame.show(this.app.backend, [page, result.segmentation, styles].join("\n"), request, result.codes);
  }

  async showOutputs() {
    const {page, methods} = this.app.state, form = this.form, token = this.token = {};
    // Metadata are of the page; only the language comes from the method.
    const shown = form === "metadata" ? [this.active] : methods.map((_, m) => m);
    let outputs;
    try {
      outputs = await Promise.all(shown.map(m => this.app.call("output", {page, methods: [methods[m]], form})));
    } catch {
      if (token === this.token) this.panel.replaceChildren();
      return;
    }
    if (token !== this.token || this.app.task !== this) return;
    this.panel.replaceChildren(...outputs.map((o, i) => this.section(shown[i], form, o)));
    this.panel.dataset.shown = page + "\n" + form;
    this.status.textContent = forms[form].label + " of " + shown.map(m => this.name(m)).join(" and ");
  }

  section(m, form, output) {
    const name = this.name(m), label = forms[form].label;
    const text = form === "metadata" ? JSON.stringify(output.fields || [], null, 1) : output.text;
    const notes = [form === "metadata" ? count((output.fields || []).filter(f => !f.other).length, "value") : `${count(text.split(/\s+/u).filter(Boolean).length, "word")}, ${count(text.length, "character")}`];
    if (output.repairs) notes.push(`${count(output.repairs, "repair")} of what the method left incomplete`);
    if (text.length > mostShown && form !== "metadata") notes.push(`the first ${mostShown} characters are shown`);
    return h("section", {"aria-label": `${label} of ${name}`}, h("h2", {}, form === "metadata" ? "Metadata" : name),
      h("p", {class: "note"}, notes.join(", ") + " ",
        h("button", {onclick: async e => { await navigator.clipboard.writeText(text); e.target.textContent = "Copied"; }}, "Copy"), " ",
        h("button", {onclick: () => save(text, this.app.state.methods[m].method + forms[form].file)}, "Save"), " ",
        this.app.state.methods.length > 1 && form !== "metadata" ? h("button", {"aria-pressed": String(m === this.active), onclick: e => this.activate(m, e.target)}, "Show in the page") : null),
      form === "metadata" ? this.metadata(output.fields || []) : h("pre", {class: form === "text" ? null : "source", tabindex: "0", role: "group", "aria-label": `${label} of ${name}`}, text.slice(0, mostShown)));
  }

  /** Show the blocks of a method in the page. */
  activate(m, button) {
    this.active = m;
    for (const other of this.panel.querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button));
    return this.showPage();
  }

  metadata(fields) {
    if (fields.length === 0) return h("p", {}, "The page says nothing about itself.");
    return h("div", {class: "metadata", tabindex: "0", role: "group", "aria-label": "Metadata"}, h("table", {}, h("caption", {class: "visually-hidden"}, "Metadata of the page"),
      h("thead", {}, h("tr", {}, ["Field", "Value", "Found in", "Bytes"].map(title => h("th", {scope: "col"}, title)))),
      h("tbody", {}, fields.map(f => h("tr", {class: f.other ? "other" : null}, h("th", {scope: "row"}, f.other ? "other " + f.field : f.field),
        h("td", {class: "value"}, f.day && f.day !== f.text ? `${f.day} (${f.text})` : f.text),
        h("td", {}, f.name && f.name !== f.source ? `${f.source}: ${f.name}` : f.source), h("td", {}, this.range(f)))))));
  }

  /** Where a value stands: a button that goes there if it is in a block. */
  range(f) {
    if (f.end === 0) return "–";
    const text = `${f.start} to ${f.end}`;
    const block = () => this.blocks ? this.blocks.start.findIndex((start, n) => start < f.end && f.start < this.blocks.end[n]) : -1;
    return h("button", {class: "linklike", "aria-label": `Show bytes ${text} in the page`, onclick: () => {
      const n = block();
      this.status.textContent = n < 0 ? "This is in no block of the page" : "Shown in the page: block " + n;
      this.frame.mark("s", n < 0 ? [] : [n]);
      if (n >= 0) this.frame.scrollTo(n);
    }}, text);
  }
}

function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
  h("a", {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
