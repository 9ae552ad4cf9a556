// What answers the requests of the page: the server, or the program that was compiled
// for the browser. Both have the same functions:
//
//   call(name, request)   an answer of view.Store.Call
//   annotate(name, request)   about labels; only the server has it
//   frame(iframe, request)    show a page in a frame
//   paste(name, bytes or text)   add a page
//   fetch(address)            add the page at an address

/** The folder of this page: the token is in its address. */
const base = new URL(".", location.href);

async function post(path, body) {
  const response = await fetch(new URL(path, base), {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body), keepalive: path.startsWith("api/annotate/do") && JSON.stringify(body).length < 60000,
  });
  const answer = await response.json().catch(() => ({error: response.status + " " + response.statusText}));
  if (!response.ok) throw new Error(answer.error || response.statusText);
  return answer;
}

const server = {
  can: () => post("api/can", {}),
  call: (name, request) => post("api/" + name, request),
  annotate: (name, request) => post("api/annotate/" + name, request),
  frame(iframe, request) {
    iframe.src = new URL("frame?q=" + encodeURIComponent(JSON.stringify(request)), base);
  },
  async paste(name, content) {
    if (typeof content === "string") return post("api/paste", {name, html: content});
    return post("api/paste", {name, bytes: base64(content)});
  },
  fetch: address => post("api/fetch", {address}),
};

function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** Unpack a file that was packed with gzip. */
async function unpacked(name) {
  const response = await fetch(new URL(name, base));
  if (!response.ok) throw new Error(name + ": " + response.statusText);
  return response.body.pipeThrough(new DecompressionStream("gzip"));
}

async function startProgram() {
  const go = new globalThis.Go();
  const ready = new Promise(resolve => addEventListener("workbench", resolve, {once: true}));
  const stream = await unpacked("workbench.wasm.gz");
  const compiled = await WebAssembly.instantiateStreaming(new Response(stream, {headers: {"Content-Type": "application/wasm"}}), go.importObject);
  go.run(compiled.instance);
  await ready;
}

/** Run a function of the program. One that wants a stop list is run again with it. */
async function run(name, ...args) {
  for (let tries = 0; ; tries++) {
    const answer = globalThis.workbench[name](...args);
    if (!answer?.error) return answer;
    if (!answer.list || tries === 4) throw new Error(answer.error);
    const text = await new Response(await unpacked("lists/" + encodeURIComponent(answer.list) + ".txt.gz")).text();
    globalThis.workbench.addList(answer.list, text);
  }
}

let address = "";

const program = {
  can: async () => ({fetch: false, annotate: false}),
  call: async (name, request) => JSON.parse(await run("call", name, JSON.stringify(request))),
  async frame(iframe, request) {
    const page = await run("frame", JSON.stringify(request));
    const before = address;
    address = URL.createObjectURL(new Blob([page], {type: "text/html"}));
    iframe.src = address;
    if (before) setTimeout(() => URL.revokeObjectURL(before), 60000);
  },
  async paste(name, content) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return JSON.parse(await run("paste", name, bytes, typeof content === "string" ? "text/html; charset=utf-8" : ""));
  },
};

/** The backend of this page, ready to answer. */
export async function connect() {
  if (document.querySelector("meta[name=workbench][content=wasm]")) {
    await startProgram();
    return program;
  }
  return server;
}
