// A phone for the tests: a page as the program gives it, with the scripts that it asks for, a clock that only the test
// moves, a store of its own, and a server that answers what the test says. tests/test_scripts.py draws the pages.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";

const require = createRequire(path.join(process.env.NODE_PACKAGES, "any.js"));
// Where a page goes nobody can follow here: it is noted. Told before anything else reads how pages go.
const navigation = require("jsdom/lib/jsdom/living/window/navigation.js");
const goes = navigation.navigate;
navigation.navigate = (window, to, flags) => {
  const phone = window._phone || (window._globalProxy && window._globalProxy._phone);
  if (!phone || to.fragment) { return goes(window, to, flags); }
  phone.left.push(`/${to.path.join("/")}${to.query ? `?${to.query}` : ""}`);
  return undefined;
};
const { JSDOM, VirtualConsole } = require("jsdom");
const { IDBFactory } = require("fake-indexeddb");

const DRAWN = process.env.DRAWN_PAGES;
export const pages = JSON.parse(fs.readFileSync(path.join(DRAWN, "pages.json"), "utf8"));
export const text = (name) => fs.readFileSync(path.join(DRAWN, `${name}.html`), "utf8");
const STATIC = process.env.STATIC_FILES;
const TURNS = 40;  // of the loop: more than a chain of a dozen questions to a store takes

const compiled = new Map();
function script(name) {
  if (!compiled.has(name)) {
    compiled.set(name, new vm.Script(fs.readFileSync(path.join(STATIC, name), "utf8"), { filename: name }));
  }
  return compiled.get(name);
}
/* The decisions of a script, which need no page. */
export function decisions(name) { return require(path.join(STATIC, "js", name)); }

async function settle() {
  for (let turn = 0; turn < TURNS; turn += 1) { await new Promise(setImmediate); }
}

class Clock {
  now = Date.UTC(2026, 10, 28, 19, 30);
  due = new Map();
  next = 1;

  set(work, after, again) {
    this.due.set(this.next, { work, at: this.now + after, again });
    return this.next++;
  }
  /* Let so many milliseconds pass, each timer in its turn. */
  async run(after) {
    const end = this.now + after;
    for (;;) {
      await settle();
      const [id, first] = [...this.due].reduce((a, b) => (b[1].at < a[1].at ? b : a), [0, { at: Infinity }]);
      if (first.at > end) { break; }
      this.now = first.at;
      if (first.again) { first.at += first.again; } else { this.due.delete(id); }
      first.work();
    }
    this.now = end;
    await settle();
  }
}

/* What a browser keeps for all tabs, or for one. */
class Kept {
  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; }
  setItem(key, value) { this[key] = String(value); }
  removeItem(key) { delete this[key]; }
}
export class Browser {
  clock = new Clock();
  store = new IDBFactory();
  kept = new Kept();
  heard = [];
}

/* A server: `answers` are asked from the newest on; each gets what was asked and says {status, text, headers, url}. */
export class Server {
  asked = [];
  streams = [];
  answers = [];
  gone = false;    // nobody can reach it
  status = 0;      // what it says to everything, as 503 where its database is away
  worker = null;   // addresses that the browser answers out of touch, as by a worker
  edition = pages.edition;

  on(method, address, answer) {
    this.answers.unshift((asked) => {
      const isIt = asked.method === method && (address instanceof RegExp ? address.test(asked.path) : asked.path === address);
      return isIt ? (typeof answer === "function" ? answer(asked) : answer) : undefined;
    });
    return this;
  }
  asks(address, method) {
    return this.asked.filter((each) => address.test(each.path + each.search) && (!method || each.method === method));
  }
  async answer(asked) {
    this.asked.push(asked);
    const isGone = () => this.gone && !(this.worker && this.worker.test(asked.path));
    if (isGone()) { throw new TypeError("nobody is there"); }
    const found = this.status ? { status: this.status } : this.answers.reduce((a, each) => a || each(asked), undefined);
    const said = await (found || { status: 404 });
    // The line may have been cut while it answered.
    if (said.gone || isGone()) { throw new TypeError("nobody is there"); }
    return { status: 200, text: "", ...said, headers: { "X-Edition": this.edition, ...said.headers } };
  }
}

export const none = { status: 204 };
export const json = (what, status) => ({ status, text: JSON.stringify(what) });
/* An answer that the test gives later. */
export function later() {
  const kept = {};
  kept.promise = new Promise((done) => { kept.give = done; });
  return kept;
}

const open = [];
const USUAL = /Not implemented|htmx:|Response Status Error Code|Could not parse CSS/;

export class Phone {
  left = [];
  sent = [];
  wrong = [];
  tab = new Kept();
  came = "navigate";
  hasStreams = true;

  /* Whether somebody listens: what a page says costs as much as all else, so only then it looks for changes. */
  constructor(name, server, { browser = new Browser(), listens = false } = {}) {
    Object.assign(this, { name, server, browser, listens, clock: browser.clock, at: pages.pages[name] });
    open.push(this);
  }

  /* Open the page; what a place in the tab's history keeps is there where somebody goes back to it. */
  async load(html = text(this.name), state = null) {
    const voice = new VirtualConsole();
    voice.on("jsdomError", (error) => { if (!USUAL.test(error.message)) { this.wrong.push(String((error.detail && (error.detail.stack || error.detail)) || error.message)); } });
    voice.on("error", (said) => { if (!USUAL.test(String(said))) { this.wrong.push(said); } });
    const dom = new JSDOM(html, { url: `http://club.test${this.at}`, runScripts: "outside-only", virtualConsole: voice });
    this.dom = dom;
    this.window = dom.window;
    this.document = dom.window.document;
    this.give();
    if (state) { this.window.history.replaceState(state, ""); }
    const asked = [...this.document.querySelectorAll("script[src]")].map((each) => each.getAttribute("src"));
    asked.forEach((each) => this.take(each));
    await settle();
    // What comes later, a page asks for itself.
    const later = [...this.document.querySelectorAll("head script[src]")].map((each) => each.getAttribute("src"));
    later.filter((each) => !asked.includes(each)).forEach((each) => this.take(each));
    await settle();
    return this;
  }
  take(address) {
    const made = address.replace(/^.*\/made\//, "").replace(/\?.*$/, "");
    pages.made[made].forEach((each) => script(each).runInContext(this.dom.getInternalVMContext()));
  }
  async reload(html) {
    this.close();
    this.came = "reload";
    return this.load(html);
  }
  close() {
    if (!this.window) { return; }
    this.window.dispatchEvent(new this.window.Event("pagehide"));
    this.browser.heard = this.browser.heard.filter((each) => each.window !== this.window);
    this.mine.forEach((id) => this.clock.due.delete(id));
    this.window.close();
    this.window = null;
  }

  give() {
    const { window, clock, server, browser } = this, phone = this;
    const Own = window.eval("Date");
    this.mine = new Set();
    const timer = (again) => (work, after = 0, ...rest) => {
      const id = clock.set(() => work(...rest), after, again && after);
      phone.mine.add(id);
      return id;
    };
    const clear = (id) => clock.due.delete(id);
    const given = {
      _phone: this,
      Date: class extends Own {
        constructor(...told) { if (told.length) { super(...told); } else { super(clock.now); } }
        static now() { return clock.now; }
      },
      setTimeout: timer(false), setInterval: timer(true), clearTimeout: clear, clearInterval: clear,
      requestAnimationFrame: (work) => timer(false)(work, 16), scrollTo() {}, fetch: (...asked) => phone.fetch(...asked),
      indexedDB: browser.store, caches: undefined, Response, Headers,
      CSS: { escape: (word) => word.replace(/[^\w-]/g, "\\$&") },
      // No page has a script in an attribute, which htmx looks for at each step.
      XPathEvaluator: class { createExpression() { return { evaluate: () => ({ iterateNext: () => null }) }; } },
      matchMedia: () => ({ matches: false, addEventListener() {} }),
      XMLHttpRequest: class extends Xhr { phone = phone; },
      EventSource: class extends Stream { constructor(address) { super(window, server, address); } },
      BroadcastChannel: class {
        window = window;
        constructor() { browser.heard.push(this); }
        postMessage(data) {
          const others = browser.heard.filter((each) => each !== this);
          queueMicrotask(() => others.forEach((each) => each.onmessage && each.onmessage({ data: structuredClone(data) })));
        }
      },
    };
    Object.entries(given).forEach(([name, value]) => Object.defineProperty(window, name, { value, writable: true, configurable: true }));
    if (!this.hasStreams) { delete window.EventSource; }
    if (!this.listens) { window.MutationObserver = class { observe() {} }; }
    Object.defineProperty(window, "localStorage", { value: browser.kept });
    Object.defineProperty(window, "sessionStorage", { value: this.tab });
    window.performance.getEntriesByType = (kind) => (kind === "navigation" ? [{ type: phone.came, responseStatus: 200 }] : []);
    window.HTMLFormElement.prototype.submit = function () { phone.sent.push([this.action, [...new window.FormData(this)]]); };
    window.HTMLDialogElement.prototype.showModal = function () { this.open = true; };
    window.HTMLDialogElement.prototype.close = function () { this.open = false; this.dispatchEvent(new window.Event("close")); };
    window.Element.prototype.scrollIntoView = () => {};
  }

  asked(method, address, headers, body) {
    const url = new URL(address, this.window.location.href);
    return { method, path: url.pathname, search: url.search, headers: headers || {}, body: body ? String(body) : "",
      fields: [...new URLSearchParams(body ? String(body) : "")], url: url.href };
  }
  fetch(address, options = {}) {
    const asked = this.asked(options.method || "GET", address, options.headers, options.body);
    const cut = new Promise((done, fail) => options.signal && options.signal.addEventListener("abort", () => fail(new Error("given up"))));
    const said = this.server.answer(asked).then(({ status, text: body, headers, url }) => {
      const answer = new Response(status === 204 ? null : body, { status, headers });
      return Object.defineProperties(answer, {
        url: { value: url ? new URL(url, asked.url).href : asked.url }, redirected: { value: Boolean(url) },
      });
    });
    return Promise.race([said, cut]);
  }

  // What people do.
  one(selector) {
    const found = this.document.querySelector(selector);
    assert.ok(found, `${selector} is not on the page`);
    return found;
  }
  all(selector) { return [...this.document.querySelectorAll(selector)]; }
  says(selector) { return this.one(selector).textContent.replace(/\s+/g, " ").trim(); }
  isShown(selector) { return this.all(selector).some((each) => !each.closest("[hidden]")); }
  key(words, within = "") {
    const found = this.all(`${within} button, ${within} a`).find((each) => !each.closest("[hidden], template, dialog:not([open])") &&
      (words instanceof RegExp ? words.test(each.textContent.trim()) : each.textContent.trim() === words));
    assert.ok(found, `no key says ${words}`);
    return found;
  }
  async tap(what, within) {
    const each = typeof what === "string" && /^[#.[a-z]/.test(what) ? this.one(what) : what.nodeType ? what : this.key(what, within);
    each.dispatchEvent(new this.window.Event("pointerdown", { bubbles: true }));
    each.focus();
    each.click();
    each.dispatchEvent(new this.window.Event("pointerup", { bubbles: true }));
    await this.clock.run(0);
  }
  async choose(answers) {
    for (const [name, value] of Object.entries(answers)) { await this.tap(this.one(`input[name="${name}"][value="${value}"]`)); }
  }
  async type(selector, words) {
    const field = this.one(selector);
    field.value = words;
    field.dispatchEvent(new this.window.Event("input", { bubbles: true }));
    await this.clock.run(0);
  }
  chosen(form = "#entry") {
    return this.all(`${form} input:checked`).filter((each) => !each.defaultChecked).map((each) => `${each.name}=${each.value}`).sort();
  }
  async waiting() { return JSON.parse(JSON.stringify(await this.window.outbox.all())); }
  async offline() {
    this.server.gone = true;
    this.window.dispatchEvent(new this.window.Event("offline"));
    await this.clock.run(0);
  }
  async online() {
    this.server.gone = false;
    this.window.dispatchEvent(new this.window.Event("online"));
    await this.clock.run(0);
  }
}

class Xhr {
  static DONE = 4;
  upload = { addEventListener() {} };
  headers = {};
  status = 0;
  addEventListener() {}
  overrideMimeType() {}
  open(method, address) { this.method = method; this.address = address; }
  setRequestHeader(name, value) { this.headers[name] = value; }
  getAllResponseHeaders() { return Object.entries(this.said || {}).map((each) => each.join(": ")).join("\r\n"); }
  getResponseHeader(name) {
    const found = Object.keys(this.said || {}).find((each) => each.toLowerCase() === name.toLowerCase());
    return found ? this.said[found] : null;
  }
  abort() { if (this.onabort) { this.onabort(); } }
  send(body) {
    const asked = this.phone.asked(this.method, this.address, this.headers, body);
    this.phone.server.answer(asked).then((told) => {
      if (!this.phone.window) { return; }
      this.status = told.status;
      this.said = told.headers;
      this.response = this.responseText = told.text;
      this.responseURL = told.url ? new URL(told.url, asked.url).href : asked.url;
      this.onload();
    }, () => { if (this.phone.window) { this.onerror(); } });
  }
}

class Stream {
  static CLOSED = 2;
  readyState = 0;
  heard = {};
  constructor(window, server, address) {
    this.window = window;
    server.asked.push({ method: "STREAM", path: address, search: "" });
    server.streams.push(this);
  }
  addEventListener(name, work) { this.heard[name] = work; }
  close() { this.readyState = Stream.CLOSED; }
  get isOpen() { return this.readyState !== Stream.CLOSED; }
  say(name, data) {
    if (!this.isOpen) { return; }
    this.readyState = 1;
    this.heard[name]({ data: typeof data === "string" ? data : JSON.stringify(data) });
  }
  break(closed) {
    this.readyState = closed ? Stream.CLOSED : 0;
    this.heard.error({});
  }
}

/* After each test: nothing went wrong on any page. */
export function closeAll() {
  const wrong = open.flatMap((each) => each.wrong);
  open.splice(0).forEach((each) => each.close());
  assert.deepEqual(wrong, []);
}
