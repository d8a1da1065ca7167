// What is recorded waits on the phone until the server has it: in order, once, and nothing is thrown away.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Browser, Phone, Server, closeAll, decisions, json, later, none, text } from "./phone.mjs";

afterEach(closeAll);
const { isAway, refused } = decisions("outbox.js");
const DEAL = { level: "2", denomination: "S", declarer: "N", result: "=" };
const RESULT = { level: "4", denomination: "S", declarer: "S", result: "=" };
const here = (name) => new Phone(name, new Server()).at;

function cards() {
  return new Server().on("GET", /live/, none).on("GET", /ahead/, { text: text("auction-ahead") });
}
function event() {
  return new Server().on("GET", /live/, none).on("GET", /frame/, { text: text("event-frame") });
}
async function away(name, server) {
  const phone = await new Phone(name, server).load();
  await phone.offline();
  return phone;
}
async function record(phone, deal) {
  await phone.choose(deal);
  await phone.tap("Record");
}
const declarers = (asked) => asked.map((each) => new URLSearchParams(each.body).get("declarer"));
const keys = (asked) => new Set(asked.map((each) => new URLSearchParams(each.body).get("key")));

test("an answer says what becomes of an entry and of what follows it", () => {
  assert.deepEqual([502, 503, 504, 500, 501, 505, 200].map(isAway), [true, true, true, false, false, false, false]);
  const entry = { id: 3, strict: "", tried: true, fields: [["key", "k"]] }, strict = { ...entry, strict: "1" };
  const cases = [
    [entry, 409, { text: "not yet" }, true, false, false],
    [entry, 422, { text: "no" }, false, true, false],
    [strict, 422, { text: "no" }, true, true, false],
    [strict, 422, { text: "over", ended: true }, false, false, true],
    [strict, 409, { text: "over", ended: true }, false, false, true],
    [entry, 500, { text: "broken" }, true, false, false],
    [entry, 403, { text: "shut" }, true, false, false],
  ];
  for (const [one, status, said, holds, wrong, ended] of cases) {
    const after = refused(one, status, said);
    assert.deepEqual([after.holds, after.entry.wrong, after.entry.ended], [holds, wrong, ended], `${status} ${said.text}`);
    assert.deepEqual([after.entry.refused, after.entry.tried, after.entry.fields], [said.text, false, one.fields]);
  }
});

test("two deals wait and come in once, in order, each with its key; the page is then that of the server", async () => {
  const server = cards(), phone = await new Phone("auction-1", server).load();
  assert.equal(phone.says("#touch"), "online");
  assert.equal(phone.isShown("#waits"), false);
  await phone.choose({ level: "2" });
  await phone.offline();
  assert.equal(phone.says("#touch"), "offline since 19:30");
  // What was half entered goes along into the form that needs no server.
  assert.deepEqual(phone.chosen("#away"), ["level=2"]);
  for (const [n, declarer] of ["N", "E"].entries()) {
    assert.match(phone.says("h1"), new RegExp(`^Deal ${n + 1} · `));
    await phone.tap("Record");
    assert.match(phone.says("#away-missing"), /^Still to enter: /);
    await record(phone, { ...DEAL, declarer });
  }
  assert.equal(phone.says("#waits-count"), "2 results are waiting on this phone");
  assert.equal(phone.says("#touch"), "offline since 19:30 · 2 results are waiting on this phone");
  server.on("POST", /waiting/, json({})).on("GET", here("auction-1"), { text: text("auction-2") });
  await phone.online();
  const sent = server.asks(/waiting/);
  assert.deepEqual(declarers(sent), ["N", "E"]);
  assert.deepEqual(sent.map((each) => new URLSearchParams(each.body).get("position")), ["1", "2"]);
  assert.equal(keys(sent).size, 2);
  assert.ok(sent.every((each) => each.headers["X-CSRFToken"]));
  assert.deepEqual(await phone.waiting(), []);
  assert.equal(phone.says("#touch"), "online");
  assert.match(phone.says("h1"), /^Deal 2 · /);
  assert.equal(phone.isShown("#waits"), false);
  await phone.clock.run(20000);
  assert.equal(server.asks(/waiting/).length, 2);
});

test("out of touch the server is asked for its news first, and nothing goes out before it answers", async () => {
  const server = cards(), phone = await away("auction-1", server);
  await record(phone, DEAL);
  server.on("GET", /live/, { gone: true }).on("POST", /waiting/, json({}));
  server.gone = false;
  await phone.clock.run(20000);
  assert.equal(server.asks(/waiting/).length, 0);
  assert.equal((await phone.waiting()).length, 1);
  server.on("GET", /live/, none).on("GET", here("auction-1"), { text: text("auction-2") });
  await phone.clock.run(6000);
  assert.equal(server.asks(/waiting/).length, 1);
});

test("what is lost on the way stays, says so, and is sent again under the same key", async () => {
  const server = cards(), phone = await new Phone("auction-noted", server).load();
  server.on("POST", /record/, () => { server.gone = true; return {}; });
  await phone.choose({ result: "=", honours: "none" });
  phone.one("#entry").requestSubmit();
  await phone.clock.run(0);
  const [entry] = await phone.waiting();
  assert.equal(entry.tried, true);
  assert.match(phone.says("#waits-deals > li"), /Sent, with no answer yet/);
  assert.deepEqual(phone.all("#waits-deals > li .keys").map((each) => each.hidden), [true, true]);
  server.on("POST", /waiting/, json({})).on("GET", here("auction-1"), { text: text("auction-2") });
  await phone.online();
  assert.equal(keys([...server.asks(/record/), ...server.asks(/waiting/)]).size, 1);
  assert.deepEqual(await phone.waiting(), []);
});

test("an answer that does not come is given up after eight seconds", async () => {
  const server = cards().on("POST", /record/, later().promise);
  const phone = await new Phone("auction-noted", server).load();
  await phone.choose({ result: "=", honours: "none" });
  phone.one("#entry").requestSubmit();
  await phone.clock.run(7900);
  assert.match(phone.says("#touch"), /^online/);
  await phone.clock.run(200);
  assert.match(phone.says("#touch"), /^offline since 19:30 · one result is waiting/);
});

test("a tap that is repeated counts once, and so does its answer", async () => {
  const answer = later(), server = cards().on("POST", /record/, answer.promise);
  const phone = await new Phone("auction-noted", server).load();
  await phone.choose({ result: "=", honours: "none" });
  phone.one("#entry").requestSubmit();
  phone.one("#entry").requestSubmit();
  await phone.clock.run(100);
  answer.give({ text: text("auction-2"), url: here("auction-1") });
  await phone.clock.run(100);
  assert.equal(server.asks(/record/, "POST").length, 1);
  assert.match(phone.says("h1"), /^Deal 2 · /);
  assert.deepEqual(await phone.waiting(), []);
  assert.equal(phone.window.location.pathname, here("auction-1"));
});

test("a database that is away is out of touch, and no fault is spoken of", async () => {
  const server = event(), phone = await new Phone("event-1", server).load();
  server.status = 503;
  await phone.clock.run(5000);
  assert.equal(phone.says("#touch"), "offline since 19:30");
  await phone.tap("Passed out");
  assert.match(phone.says("#touch"), /one result is waiting on this phone$/);
  await phone.tap(phone.key(/: yes$/));
  await phone.clock.run(20000);
  assert.equal((await phone.waiting()).length, 2);
  assert.doesNotMatch(phone.document.body.textContent, /went wrong|fault/i);
  assert.deepEqual(phone.all("#waits-list > li"), []);
  server.status = 0;
  server.on("POST", /waiting/, json({})).on("GET", here("event-1"), { text: text("event-told") });
  await phone.clock.run(5000);
  assert.equal(phone.says("#touch"), "online");
  assert.deepEqual(server.asks(/waiting/).slice(-2).map((each) => new URLSearchParams(each.body).get("side")), ["ns", "ew"]);
});

test("a deal whose answer is that the database is away waits", async () => {
  const server = cards().on("POST", /record/, { status: 503 });
  const phone = await new Phone("auction-noted", server).load();
  await phone.choose({ result: "=", honours: "none" });
  phone.one("#entry").requestSubmit();
  await phone.clock.run(0);
  assert.match(phone.says("#touch"), /one result is waiting/);
  server.on("POST", /waiting/, json({})).on("GET", here("auction-1"), { text: text("auction-2") });
  await phone.clock.run(6000);
  assert.equal(phone.says("#touch"), "online");
  assert.deepEqual(declarers(server.asks(/waiting/)), ["N"]);
});

test("what a round that has not begun refuses waits with all that follows, and nothing is lost", async () => {
  const server = event(), phone = await away("event-1", server);
  for (let board = 0; board < 2; board += 1) {
    await phone.tap("Passed out");
    await phone.tap(phone.key(/: yes$/));
  }
  server.on("POST", /waiting/, (asked) => (asked.body.includes("side=ns") ? json({ text: "Round 2 has not started." }, 409) : json({})));
  await phone.online();
  assert.equal(server.asks(/waiting/).length, 1);
  assert.match(phone.says("#waits-list"), /Round 2 has not started\./);
  assert.equal((await phone.waiting()).length, 4);
  assert.equal(phone.isShown("#waits-list [data-right]"), false);
  server.on("POST", /waiting/, json({})).on("GET", here("event-1"), { text: text("event-1") });
  await phone.clock.run(6000);
  assert.equal(server.asks(/waiting/).length, 5);
  assert.deepEqual(await phone.waiting(), []);
});

test("what cannot be is put right in its own form; at an event the others go on, at a card table they wait", async () => {
  const server = event(), phone = await away("event-1", server);
  await phone.tap("Passed out");
  await phone.tap(phone.key(/: yes$/));
  server.on("POST", /waiting/, (asked) => (asked.body.includes("side=ns") ? json({ text: "It cannot be." }, 422) : json({})));
  await phone.online();
  assert.deepEqual((await phone.waiting()).map((each) => each.refused), ["It cannot be."]);
  const [right] = phone.all("#waits-list [data-right]");
  assert.equal(right.hidden, false);
  server.on("POST", /tell/, { status: 422, text: text("event-told") });
  await phone.tap(right);
  assert.deepEqual(await phone.waiting(), []);
  assert.equal(server.asks(/tell/, "POST")[0].fields.find((each) => each[0] === "side")[1], "ns");
  assert.match(phone.says("#main"), /Is that what happened/);

  const there = cards(), table = await away("auction-1", there);
  await record(table, DEAL);
  await record(table, { ...DEAL, declarer: "E" });
  there.on("POST", /waiting/, json({ text: "It cannot be." }, 422)).on("GET", here("auction-1"), { text: text("auction-2") });
  await table.online();
  assert.equal(there.asks(/waiting/).length, 1);
  assert.equal((await table.waiting()).length, 2);
  // Taken off the list it is gone, and the other goes on its way.
  there.on("POST", /waiting/, json({}));
  await table.tap(table.one("#waits-list [data-off]"));
  await table.clock.run(6000);
  assert.deepEqual(declarers(there.asks(/waiting/)).at(-1), "E");
  assert.deepEqual(await table.waiting(), []);
});

test("a phone that is let in no more keeps what waits, says how to go on, and is not led away", async () => {
  const server = event(), phone = await away("event-1", server);
  await phone.tap("Passed out");
  server.on("GET", /live/, { status: 403 }).on("POST", /waiting/, { status: 403 }).on("GET", here("event-1"), { status: 403, text: "<h1>Log in</h1>" });
  await phone.online();
  assert.match(phone.says("#waits-list"), /table’s code again, or hand in/);
  await phone.window.outbox.refresh();
  await phone.clock.run(30000);
  assert.equal((await phone.waiting()).length, 1);
  assert.match(phone.says("#waits-list"), /table’s code again, or hand in/);
  assert.deepEqual(phone.left, []);
});

test("a fault of the server is said, and tried again", async () => {
  const server = event(), phone = await away("event-1", server);
  await phone.tap("Passed out");
  server.on("POST", /waiting/, { status: 500 });
  await phone.online();
  assert.match(phone.says("#waits-list"), /could not record it/);
  server.on("POST", /waiting/, json({})).on("GET", here("event-1"), { text: text("event-told") });
  await phone.clock.run(6000);
  assert.deepEqual(await phone.waiting(), []);
  assert.equal(phone.isShown("#waits-list li"), false);
});

test("in touch a deal goes out after what waits already", async () => {
  const server = cards().on("POST", /record/, { status: 500 }).on("POST", /waiting/, { status: 500 });
  const phone = await new Phone("auction-noted", server).load();
  await phone.choose({ result: "=", honours: "none" });
  phone.one("#entry").requestSubmit();
  await phone.clock.run(0);
  assert.equal((await phone.waiting()).length, 1);
  server.on("POST", /waiting/, json({})).on("GET", here("auction-1"), { text: text("auction-2") });
  const before = server.asks(/record/, "POST").length;
  phone.one("#entry").requestSubmit();
  await phone.clock.run(0);
  assert.equal(server.asks(/record/, "POST").length, before);
  assert.equal(keys(server.asks(/waiting/, "POST").slice(-2)).size, 2);
  assert.deepEqual(await phone.waiting(), []);
});

test("what waits is there again in a page that was opened anew, and another tab changes it only before it was sent", async () => {
  const server = event(), phone = await away("event-1", server);
  await phone.tap("Passed out");
  const [entry] = await phone.waiting(), { change } = phone.window.outbox;
  assert.equal(await change(entry.id, [["passed_out", ""], ["note", "x"], ["key", "mine"]], { said: "s", sentence: "t" }), true);
  const [changed] = await phone.waiting();
  assert.deepEqual(changed.fields, [["note", "x"], entry.fields.at(-1)]);
  server.worker = /frame/;
  await phone.reload();
  await phone.clock.run(6000);
  assert.match(phone.says("#touch"), /one result is waiting/);
  assert.ok(phone.one("#away"));
  // As it was opened it tried: from then on nobody knows whether the server has it.
  assert.equal((await phone.waiting())[0].tried, true);
  assert.equal(await phone.window.outbox.change(entry.id, null), false);
  assert.equal((await phone.waiting()).length, 1);
});

test("without a store a form goes as it always went", async () => {
  const server = cards(), browser = new Browser();
  browser.store = { open() { throw new Error("forbidden"); } };
  const phone = await new Phone("auction-noted", server, { browser }).load();
  await phone.choose({ result: "=", honours: "none" });
  phone.one("#entry").requestSubmit();
  await phone.clock.run(0);
  assert.equal(phone.sent.length, 1);
  assert.match(phone.sent[0][0], /record/);
  assert.ok(phone.sent[0][1].some(([name, value]) => name === "result" && value === "="));
});

test("out of touch nothing leads to an empty page, and a form that cannot wait stays", async () => {
  const server = cards(), phone = await away("auction-1", server);
  const link = phone.document.createElement("a"), form = phone.document.createElement("form");
  link.href = "/games/";
  form.method = "post";
  form.action = "/other/";
  phone.one("#main").append(link, form);
  assert.equal(phone.isShown("#waits-other"), false);
  await phone.tap(link);
  assert.equal(phone.isShown("#waits-other"), true);
  form.requestSubmit();
  await phone.clock.run(0);
  assert.deepEqual([phone.left, phone.sent, server.asks(/other|games/)], [[], [], []]);
  // In touch it is sent from here; where it gets lost the page says so and stays.
  await phone.online();
  server.on("POST", "/other/", { gone: true });
  form.requestSubmit();
  await phone.clock.run(0);
  assert.match(phone.says("#touch"), /^offline/);
  assert.equal(phone.isShown("#waits-other"), true);
});

test("what waits is drawn as codes that hold it all, each short enough; without an address none is drawn", async () => {
  const server = event(), phone = await away("event-1", server);
  while (phone.isShown("#away-form")) {
    await phone.tap("Passed out");
    await phone.tap(phone.key(/: yes$/));
  }
  await phone.tap("Hand in by code");
  const found = [];
  for (let n = 0; n < 8 && !found.includes(phone.one("#waits-address").href); n += 1) {
    found.push(phone.one("#waits-address").href);
    assert.ok(phone.one("#waits-code svg path"));
    if (phone.isShown("#waits-next-code")) { await phone.tap("Next code"); }
  }
  assert.deepEqual(found.map((each) => each.length < 900), [true, true], found.join("\n"));
  const entries = found.flatMap((each) => new URL(each).searchParams.getAll("i"));
  assert.equal(entries.length, (await phone.waiting()).length);
  assert.deepEqual(entries.map((each) => /side\*(ns|ew)/.exec(each)[1]), ["ns", "ew", "ns", "ew", "ns", "ew", "ns", "ew"]);
  assert.ok(entries.every((each) => /~key\*/.test(each) && /passed_out\*1/.test(each)));
  assert.ok(found.every((each) => each.includes("/hand-in/?p=")));

  const nowhere = await new Phone("event-1", event()).load(text("event-1").replace(/data-hand-in="[^"]*"/, 'data-hand-in=""'));
  await nowhere.offline();
  await nowhere.tap("Passed out");
  await nowhere.tap("Hand in by code");
  assert.equal(nowhere.isShown("#waits-nowhere"), true);
  assert.equal(nowhere.isShown("#waits-code"), false);
});

test("entries of an edition before go out as they are, and once", async () => {
  const browser = new Browser(), server = event();
  const first = await new Phone("event-1", server, { browser }).load();
  const old = ["ns", "ew"].map((side) => ({ place: first.one("#waits").dataset.place, url: "/event/1/waiting/", handIn: "", pass: "p", strict: "",
    fields: [["passed_out", "1"], ["round", "1"], ["side", side], ["key", `old-${side}`]], said: "Board 1", at: 1, refused: "" }));
  for (const each of old) { await first.window.queue.put(each); }
  server.on("POST", /waiting/, json({})).on("GET", here("event-1"), { text: text("event-told") });
  await first.reload();
  await first.clock.run(6000);
  assert.deepEqual(server.asks(/waiting/).map((each) => each.fields), old.map((each) => each.fields));
  assert.deepEqual(await first.waiting(), []);
});
