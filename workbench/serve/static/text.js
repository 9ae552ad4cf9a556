// The text that each method takes out of the page.

import {h} from "./dom.js";

export class TextTask {
  constructor(app) {
    this.app = app;
    this.element = h("div", {class: "texts"});
  }

  async open() {
    const {page, methods} = this.app.state;
    const texts = await Promise.all(methods.map(m => this.app.call("text", {page, methods: [m]})));
    if (this.app.state.page !== page) return;
    this.element.replaceChildren(...texts.map((t, i) => this.section(methods[i], t.text)));
  }

  section(method, text) {
    const name = [method.method, ...Object.entries(method.settings).map(([k, v]) => `${k} ${v}`)].join(", ");
    const words = text.split(/\s+/u).filter(Boolean).length;
    return h("section", {"aria-label": name}, h("h2", {}, name), h("p", {class: "note"}, `${words} words, ${text.length} characters `,
      h("button", {onclick: async e => { await navigator.clipboard.writeText(text); e.target.textContent = "Copied"; }}, "Copy"), " ",
      h("button", {onclick: () => save(text, method.method + ".txt")}, "Save")), h("pre", {tabindex: "0", "aria-label": "Text of " + name}, text));
  }
}

function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
  h("a", {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
