// What is half tapped or typed is there again after a look elsewhere: for its own deal or board, until it is recorded.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Phone, Server, closeAll, none, text } from "./phone.mjs";

afterEach(closeAll);
const server = () => new Server().on("GET", /live/, none);

/* The same tab on another page, or on this one as it is by now. */
async function goes(phone, name = phone.name, html = undefined) {
  phone.close();
  Object.assign(phone, { name });
  return phone.load(html || text(name));
}

test("a contract that is half tapped is there again, and is not laid into the next deal", async () => {
  const phone = await new Phone("auction-1", server()).load();
  await phone.choose({ level: "3", denomination: "H" });
  await goes(phone);
  assert.deepEqual(phone.chosen(), ["denomination=H", "level=3"]);
  await goes(phone, "auction-2");
  assert.deepEqual(phone.chosen(), []);
  await goes(phone, "auction-1");
  assert.deepEqual(phone.chosen(), ["denomination=H", "level=3"]);
});

test("a result waits until its question is there again", async () => {
  const phone = await new Phone("auction-noted", server()).load();
  await phone.choose({ result: "+1" });
  await goes(phone, "auction-1");
  assert.deepEqual(phone.chosen(), []);
  await goes(phone, "auction-noted");
  assert.deepEqual(phone.chosen(), ["result=+1"]);
});

test("what was recorded is kept no more, and neither is what is on its way", async () => {
  const phone = await new Phone("auction-noted", server().on("POST", /record/, { status: 503 })).load();
  await phone.choose({ result: "=", honours: "none" });
  await goes(phone);
  assert.deepEqual(phone.chosen(), ["honours=none", "result=="]);
  // The browser put the page aside and took it out again, so that it was kept once more.
  phone.window.dispatchEvent(new phone.window.Event("pagehide"));
  phone.one("#entry").requestSubmit();
  await phone.clock.run(0);
  await goes(phone);
  assert.deepEqual(phone.chosen(), []);
});

test("what the page answers otherwise by now stays as the page has it", async () => {
  const phone = await new Phone("auction-noted", server()).load();
  await phone.choose({ result: "+1", honours: "D:3" });
  await goes(phone, phone.name, text("auction-noted").replace(/(<input[^>]*name="result"[^>]*value="-2")/, "$1 checked"));
  assert.equal(phone.one("#entry input[name=result]:checked").value, "-2");
  assert.deepEqual(phone.chosen(), ["honours=D:3"]);
});

test("what was tapped of a board belongs to it", async () => {
  const phone = await new Phone("event-1", new Server().on("GET", /live/, none).on("GET", /frame/, { text: text("event-frame") })).load();
  await phone.choose({ level: "4", denomination: "S", declarer: "S", result: "-1" });
  await goes(phone, "event-1", text("event-1").replace(/(name="board" value=")1"/, '$12"'));
  assert.deepEqual(phone.chosen(), []);
  await goes(phone, "event-1");
  assert.deepEqual(phone.chosen(), ["declarer=S", "denomination=S", "level=4", "result=-1"]);
});

test("where storage is forbidden a page works all the same", async () => {
  const phone = new Phone("auction-1", server());
  phone.tab.setItem = () => { throw new Error("forbidden"); };
  await phone.load();
  await phone.choose({ level: "3" });
  await goes(phone);
  assert.deepEqual(phone.chosen(), []);
});

const FORM = `<!doctype html><html><head><meta name="edition" content="1" data-going=""></head><body NOBODY>
  <main id="main">ERRORS<form method="post" action="/club/change/"><input name="name" value="NAME"><input name="plays" type="checkbox" value="1" checked>
  <select name="currency"><option value="GBP" selected>GBP<option value="EUR">EUR</select><input name="wifi" type="password"></form></main>
  <div id="say"></div><div id="alarm"></div><p id="stay" tabindex="-1" hidden>Nothing was saved.</p>
  <script src="/static/made/frame.js"></script><script src="/static/made/stay.js"></script></body></html>`;
const form = ({ nobody = "", errors = "", name = "Portland" } = {}) => FORM.replace("NOBODY", nobody).replace("ERRORS", errors).replace("NAME", name);
const typed = (phone) => [phone.one("[name=name]").value, phone.one("[name=plays]").checked, phone.one("[name=currency]").value];

async function fillIn(phone) {
  phone.one("[name=name]").value = "Elm Street";
  phone.one("[name=plays]").checked = false;
  phone.one("[name=currency]").value = "EUR";
  phone.one("[name=wifi]").value = "a secret";
}
/* Away from the page, and back to it by the browser's own key. */
async function goesBack(phone, html) {
  const { state } = phone.window.history;
  phone.close();
  phone.came = "back_forward";
  return phone.load(html, state);
}

test("going back loses nothing that was typed, keeps no secret, and a page opened anew begins as it stands", async () => {
  const phone = await new Phone("auction-1", new Server()).load(form());
  await fillIn(phone);
  await goesBack(phone, form());
  assert.deepEqual(typed(phone), ["Elm Street", false, "EUR"]);
  assert.equal(phone.one("[name=wifi]").value, "");
  assert.doesNotMatch(JSON.stringify(phone.tab), /a secret/);
  phone.close();
  phone.came = "navigate";
  await phone.load(form());
  assert.deepEqual(typed(phone), ["Portland", true, "GBP"]);
});

test("what was refused and then left is there on the way back", async () => {
  const phone = await new Phone("auction-1", new Server()).load(form());
  await fillIn(phone);
  phone.close();
  await phone.load(form({ errors: '<div class="errors"><h2>1 problem</h2></div>', name: "Elm Street" }));
  await goesBack(phone, form());
  assert.equal(phone.one("[name=name]").value, "Elm Street");
});

test("whoever logs out leaves nothing that was typed", async () => {
  const phone = await new Phone("auction-1", new Server()).load(form());
  await fillIn(phone);
  phone.close();
  assert.equal(Object.keys(phone.tab).filter((each) => each.startsWith("typed:in:")).length, 2);
  await phone.load(form({ nobody: "data-nobody" }));
  assert.equal(Object.keys(phone.tab).filter((each) => each.startsWith("typed:in:")).length, 0);
});

test("a form that cannot wait stays with what was typed where nobody answers, and says that nothing was saved", async () => {
  for (const [answer, stays] of [[{ gone: true }, true], [{ status: 503 }, true], [{ status: 502 }, true], [new Promise(() => {}), true],
    [{ url: "/club/", text: "<main id='main'></main>" }, false]]) {
    const phone = await new Phone("auction-1", new Server().on("POST", "/club/change/", answer)).load(form());
    await fillIn(phone);
    assert.equal(phone.isShown("#stay"), false);
    phone.one("form").requestSubmit();
    await phone.clock.run(20100);
    assert.equal(phone.isShown("#stay"), stays);
    assert.deepEqual(phone.left, stays ? [] : ["/club/"]);
    assert.deepEqual(typed(phone), ["Elm Street", false, "EUR"]);
    assert.equal(phone.sent.length, 0);
  }
});
