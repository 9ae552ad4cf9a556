// What is shown, which is also in the address after "#", so that a view can be shared:
//
//   #tab=view&page=ID&styles=0&form=markdown&m=justext;length-low=50&m=victor

export const defaults = {tab: "view", page: "", styles: true, form: "text", methods: [{method: "justext", settings: {}}]};

/** Read the address. */
export function parse(hash) {
  const state = {...defaults, methods: []};
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (key === "tab" || key === "page" || key === "form") state[key] = value;
    if (key === "styles") state.styles = value !== "0";
    if (key === "m" && state.methods.length < 3) {
      const [method, ...settings] = value.split(";");
      state.methods.push({method, settings: Object.fromEntries(settings.filter(s => s.includes("=")).map(s => [s.slice(0, s.indexOf("=")), s.slice(s.indexOf("=") + 1)]))});
    }
  }
  if (state.methods.length === 0) state.methods = structuredClone(defaults.methods);
  return state;
}

/** Write the address. */
export function format(state) {
  const words = new URLSearchParams({tab: state.tab, page: state.page});
  if (!state.styles) words.set("styles", "0");
  if (state.form !== defaults.form) words.set("form", state.form);
  for (const m of state.methods) {
    words.append("m", [m.method, ...Object.entries(m.settings).map(([name, value]) => name + "=" + value)].join(";"));
  }
  return "#" + words;
}
