// The settings of a method as controls.

import {h} from "./dom.js";

const languages = "languages-known";

/** The settings as an element. change(settings) is called whenever one changes. */
export function settingsOf(method, overview, id, change) {
  const controls = overview.controls[method.method] || [];
  const element = h("div", {class: "settings"});
  const update = (control, value) => {
    if (value === control.default) delete method.settings[control.name];
    else method.settings[control.name] = value;
    change();
  };
  for (const control of controls) element.append(controlOf(control, method, overview, id + "-" + control.name, update));
  if (controls.length > 0) {
    element.append(h("p", {}, h("button", {onclick: () => { method.settings = {}; change(true); }}, "Back to the defaults")));
  }
  const forms = h("div", {class: "copy"});
  element.append(forms);
  return {element, showForms: f => forms.replaceChildren(...formsOf(f, method))};
}

function controlOf(control, method, overview, id, update) {
  const value = method.settings[control.name] ?? control.default;
  const row = h("div", {class: "control" + (control.name in method.settings ? " changed" : "") + (control.kind === "flag" ? " flag" : ""), title: control.help});
  const set = value => {
    row.classList.toggle("changed", value !== control.default);
    update(control, value);
  };
  const label = h("label", {for: id}, control.label);
  switch (control.kind) {
  case "flag":
    row.append(h("input", {type: "checkbox", id, checked: value === "true", onchange: e => set(String(e.target.checked))}), label);
    break;
  case "choice": {
    const choices = control.name === "model" ? overview.models : control.choices;
    row.append(label, h("select", {id, onchange: e => set(e.target.value)}, choices.map(c => h("option", {value: c}, c))));
    row.lastChild.value = value;
    break;
  }
  case "language":
    if (!document.getElementById(languages)) {
      document.body.append(h("datalist", {id: languages}, ["auto", "none", ...overview.langs].map(l => h("option", {value: l.split(" ")[0]}, l.slice(l.indexOf(" ") + 1)))));
    }
    row.append(label, h("input", {type: "text", id, value, list: languages, autocomplete: "off", spellcheck: "false", onchange: e => set(e.target.value.trim() || control.default)}));
    break;
  default: {
    const range = h("input", {type: "range", min: control.min, max: control.max, step: control.step, "aria-label": control.label + ", slider"});
    const field = h("input", {type: "number", id, min: 0, step: control.step});
    range.value = field.value = value;
    range.addEventListener("input", () => { field.value = range.value; set(range.value); });
    field.addEventListener("input", () => { if (field.value !== "" && field.checkValidity() || field.value >= 0 && field.value !== "") { range.value = field.value; set(String(Number(field.value))); } });
    row.append(label, range, field);
  }
  }
  return row;
}

/** The settings to copy. */
function formsOf(forms, method) {
  const json = JSON.stringify({method: method.method, ...(Object.keys(method.settings).length ? {settings: method.settings} : {})});
  return [["Go", forms.go], ["Command line", forms.flags], ["JSON", json]].filter(([, text]) => text).map(([name, text]) => h("div", {},
    h("div", {class: "row"}, h("span", {}, name), h("button", {"aria-label": "Copy " + name, onclick: e => copy(text, e.target)}, "Copy")), h("pre", {tabindex: "0", "aria-label": name}, text)));
}

async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}
