// Phones hear of a change by a stream: nobody asks while it is known, a page comes anew once, and what is tapped stays.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Browser, Phone, Server, closeAll, decisions, json, later, none, text } from "./phone.mjs";

afterEach(closeAll);
const { knows, mayHold } = decisions("news.js");
const QUIET = 9000;  // in which a page that hears nothing asks three times

test("what was heard answers a question only while it is fresh and says the same", () => {
  const tags = { "card-3": "7" };
  assert.equal(knows(tags, 1000, 41000, "card-3", "7"), true);
  assert.equal(knows(tags, 1000, 41001, "card-3", "7"), false);
  assert.equal(knows(tags, 1000, 2000, "card-3", "6"), false);
  assert.equal(knows(tags, 1000, 2000, "card-4", "7"), false);
  assert.equal(knows(null, 1000, 2000, "card-3", "7"), false);
});

test("a tab takes the stream over where nobody holds it, or no longer does", () => {
  assert.equal(mayHold({}, "a", 5), true);
  assert.equal(mayHold({ id: "a", until: 9 }, "a", 5), true);
  assert.equal(mayHold({ id: "b", until: 9 }, "a", 5), false);
  assert.equal(mayHold({ id: "b", until: 4 }, "a", 5), true);
});

function cards() {
  return new Server().on("GET", /live/, none);
}
const about = (phone) => new URL(phone.one("[hx-get*='about=']").getAttribute("hx-get"), "http://club.test").searchParams;
const seen = (phone) => Number(about(phone).get("seen"));
/* What the stream says: that the table is as the page shows it, or so many changes further. */
function say(phone, further = 0, stream = phone.server.streams.at(-1)) {
  stream.say("tags", { [about(phone).get("about")]: String(seen(phone) + further) });
  return phone.clock.run(0);
}
async function table(options = {}) {
  const phone = await new Phone("auction-1", options.server || cards(), options).load();
  await say(phone);
  return phone;
}
const questions = (phone) => phone.server.asks(/about=/).length;
const own = (phone) => phone.server.asked.filter((each) => each.path === phone.at && each.method === "GET").length;
async function change(phone) {
  phone.server.on("GET", phone.at, { text: text("auction-2") });
  phone.server.on("GET", /live/, { text: text("auction-news"), headers: { "HX-Trigger-After-Settle": "table-changed" } });
  await say(phone, 1);
}

test("a change is shown at once and said once, and nobody asks before or after it", async () => {
  const phone = await table({ listens: true }), asked = questions(phone), before = own(phone);
  await phone.clock.run(QUIET);
  assert.equal(phone.window.newsStream.knows(), true);
  assert.deepEqual([questions(phone), own(phone)], [asked, before]);
  await change(phone);
  assert.match(phone.says("h1"), /^Deal 2/);
  assert.match(phone.says("#say"), /^Deal 1 was recorded by .*4 spades/);
  await say(phone);
  await phone.clock.run(QUIET);
  assert.deepEqual([questions(phone), own(phone)], [asked, before + 1]);
  // Asked for with what it knows of itself, and a sign of life goes out meanwhile.
  assert.ok(phone.server.asks(/news\/here/, "POST").length);
});

const does = (phone, revision) => phone.document.body.dispatchEvent(
  new phone.window.CustomEvent("own-act", { bubbles: true, detail: { revision } }));

test("what a page did itself is no news to it, but what another phone did before it is", async () => {
  const phone = await table({ listens: true }), asked = questions(phone);
  does(phone, seen(phone) + 1);
  await say(phone, 1);
  await phone.clock.run(QUIET);
  assert.deepEqual([questions(phone), own(phone), phone.says("#news")], [asked, 0, ""]);
  const other = await table({ listens: true }), before = own(other);
  does(other, seen(other) + 2);
  await say(other, 2);
  await other.clock.run(QUIET);
  assert.ok(own(other) > before);
});

test("a deal that waited and comes in while the next is entered is no news to its own phone", async () => {
  const server = cards().on("GET", /ahead/, { text: text("auction-ahead") });
  const phone = await new Phone("auction-1", server).load(), now = seen(phone);
  await phone.offline();
  await phone.choose({ level: "2", denomination: "S", declarer: "N", result: "=" });
  await phone.tap("Record");
  await phone.choose({ level: "3" });
  phone.server.on("POST", /waiting/, json({ what: "recorded", revision: now + 1 }));
  phone.server.on("GET", /live/, { text: text("auction-news"), headers: { "HX-Trigger-After-Settle": "table-changed" } });
  await phone.online();
  assert.equal(phone.server.asks(/waiting/).length, 1);
  await phone.clock.run(QUIET);
  assert.ok(phone.server.asks(/about=/).at(-1).search.includes(`seen=${now + 1}`));
});

test("a page without the stream asks with what it has done itself", async () => {
  const phone = await new Phone("auction-1", cards()).load(), now = seen(phone);
  does(phone, now + 1);
  await phone.clock.run(QUIET);
  assert.ok(phone.server.asks(/about=/).length > 1);
  assert.ok(phone.server.asks(/about=/).every((each) => each.search.includes(`seen=${now + 1}`)));
});

test("of changes that follow each other a page shows the later ones together", async () => {
  const phone = await table();
  await change(phone);
  assert.equal(own(phone), 1);
  await say(phone, 1);
  await say(phone, 2);
  assert.equal(own(phone), 1);
  await phone.clock.run(4100);
  assert.equal(own(phone), 2);
});

test("a late beat, a broken stream and one that is refused are not taken for knowledge: the page asks again", async () => {
  const phone = await table(), first = phone.server.streams[0];
  let asked = questions(phone);
  for (let n = 0; n < 3; n += 1) {
    await phone.clock.run(20000);
    first.say("beat", "");
  }
  assert.equal(questions(phone), asked);
  await phone.clock.run(45000);
  assert.ok(questions(phone) > asked);
  assert.equal(first.isOpen, false);
  const second = phone.server.streams.at(-1);
  assert.notEqual(second, first);
  await say(phone);
  asked = questions(phone);
  second.break(true);
  await phone.clock.run(QUIET);
  assert.ok(questions(phone) >= asked + 2);
  assert.equal(phone.server.streams.at(-1), second);
  await phone.clock.run(30000);
  assert.notEqual(phone.server.streams.at(-1), second);
});

test("a page that comes too late leaves what was tapped, and then asks", async () => {
  const phone = await table(), held = later();
  phone.server.on("GET", phone.at, held.promise);
  phone.server.on("GET", /live/, { text: text("auction-news"), headers: { "HX-Trigger-After-Settle": "table-changed" } });
  await say(phone, 1);
  await phone.choose({ level: "3" });
  held.give({ text: text("auction-2") });
  await phone.clock.run(4000);
  assert.deepEqual(phone.chosen(), ["level=3"]);
  assert.match(phone.says("h1"), /^Deal 1/);
  assert.match(phone.says("#news"), /Deal 1 was recorded by/);
  assert.equal(own(phone), 1);
});

test("a page that is newer than what was heard asks, and stays", async () => {
  const phone = await table(), news = phone.one("#news"), asked = questions(phone);
  news.setAttribute("hx-get", news.getAttribute("hx-get").replace(/seen=\d+/, "seen=999"));
  phone.document.dispatchEvent(new phone.window.CustomEvent("outbox:page"));
  await phone.clock.run(3500);
  assert.ok(questions(phone) > asked);
  assert.equal(own(phone), 0);
  assert.match(phone.says("h1"), /^Deal 1/);
});

for (const [what, begin, stays] of [
  ["tapped", (phone) => phone.choose({ level: "3" }), (phone) => assert.deepEqual(phone.chosen(), ["level=3"])],
  ["typed", (phone) => phone.type("#line", "4S An"), (phone) => assert.equal(phone.one("#line").value, "4S An")],
  ["read in a sheet", (phone) => phone.tap(phone.one("[data-opens=besides]")), (phone) => assert.equal(phone.one("#besides").open, true)],
  ["to be corrected", async (phone) => {
    phone.server.on("POST", /record/, { status: 422, text: text("auction-1").replace('<div class="cols', '<div class="errors"><h2>Zed</h2></div><div class="cols') });
    phone.one("#line").value = "4S Zed";
    phone.one("#line").form.requestSubmit();
    await phone.clock.run(100);
    await say(phone);
  }, (phone) => assert.match(phone.says(".errors"), /Zed/)],
]) {
  test(`what is half ${what} stays when another phone changes the table; it is said, and asked seldom`, async () => {
    const phone = await table();
    await begin(phone);
    await change(phone);
    const asked = questions(phone), before = own(phone);
    await phone.clock.run(QUIET);
    stays(phone);
    assert.equal(own(phone), before);
    assert.ok(questions(phone) - asked <= 3, `asked ${questions(phone) - asked} times`);
    assert.match(phone.says("#news"), /recorded/);
  });
}

test("a board that was opened stays when the table hears of another, and is left once it is agreed", async () => {
  const server = new Server().on("GET", /live/, none).on("GET", /frame/, { text: text("event-frame") });
  const phone = new Phone("event-1", server);
  const [, board] = /name="board" value="(\d+)"/.exec(text("event-1"));
  phone.at += `?board=${board}`;
  await phone.load();
  const tag = about(phone);
  server.on("GET", phone.window.location.pathname, { text: text("event-1") });
  server.streams[0].say("tags", { [tag.get("about")]: tag.get("seen") });
  await phone.clock.run(0);
  server.streams[0].say("tags", { [tag.get("about")]: "other" });
  await phone.clock.run(100);
  const anew = () => server.asked.filter((each) => each.path === phone.window.location.pathname).map((each) => each.search);
  assert.deepEqual(anew(), [`?board=${board}`]);
  // The page has gone on to the next board; the address goes on saying which one was opened.
  phone.one("#entry").elements.board.value = "99";
  server.streams[0].say("tags", { [tag.get("about")]: "another" });
  await phone.clock.run(5000);
  assert.deepEqual(anew(), [`?board=${board}`, ""]);
});

test("a table that does something else now is gone to, whole", async () => {
  const phone = await table();
  phone.server.on("GET", /live/, none).on("GET", phone.at, { text: "<h1>Next</h1>", url: `${phone.at}next/` });
  await say(phone, 1);
  assert.deepEqual(phone.left, [`${phone.at}next/`]);
});

test("a page on its way to another is led nowhere else", async () => {
  const phone = await table(), asked = questions(phone);
  phone.document.dispatchEvent(new phone.window.CustomEvent("page:leaves"));
  await change(phone);
  await phone.clock.run(QUIET);
  assert.deepEqual([questions(phone), own(phone)], [asked, 0]);
});

test("a page that cannot be brought up to date is out of touch, and a database that is away as well", async () => {
  const phone = await table();
  phone.server.on("GET", phone.at, { gone: true });
  await say(phone, 1);
  assert.match(phone.says("#touch"), /^offline since/);
  const other = await table();
  other.server.streams[0].break(true);
  other.server.status = 503;
  const signs = new Set();
  await other.clock.run(4000);
  for (let n = 0; n < 9; n += 1) {
    await other.clock.run(1000);
    signs.add(other.says("#touch"));
  }
  assert.deepEqual([...signs], ["offline since 19:30"]);
  other.server.status = 0;
  await other.clock.run(6000);
  assert.equal(other.says("#touch"), "online");
});

test("what comes late is gathered on the way, and what never comes is not waited for: the page asks", async () => {
  for (const first of [6000, Infinity]) {
    const phone = await new Phone("auction-1", cards()).load();
    await phone.clock.run(first === Infinity ? 0 : first);
    if (first !== Infinity) { await say(phone); }
    const asked = questions(phone);
    await phone.clock.run(QUIET);
    assert.ok(questions(phone) >= asked + 2);
    assert.equal(phone.window.newsStream.knows(), false);
    assert.equal(phone.server.streams.length, 1);
  }
});

test("without streams pages ask as they always did", async () => {
  const phone = new Phone("auction-1", cards());
  phone.hasStreams = false;
  await phone.load();
  await phone.clock.run(QUIET);
  assert.ok(questions(phone) >= 2);
  assert.equal(phone.window.newsStream, undefined);
});

test("the tabs of a browser share one stream, and another takes it over from one that goes", async () => {
  const browser = new Browser(), server = cards();
  const one = await table({ browser, server }), tab = await new Phone("auction-1", server, { browser }).load();
  assert.equal(server.streams.length, 1);
  assert.deepEqual([one.window.newsStream.holds(), tab.window.newsStream.holds(), tab.window.newsStream.knows()], [true, false, true]);
  const asked = questions(tab);
  await tab.clock.run(QUIET);
  assert.equal(questions(tab), asked);
  await change(tab);
  assert.deepEqual([one.says("h1"), tab.says("h1")].map((each) => each.slice(0, 6)), ["Deal 2", "Deal 2"]);
  one.close();
  await tab.clock.run(2500);
  assert.equal(tab.window.newsStream.holds(), true);
  assert.equal(server.streams.length, 2);
});

test("a phone that is let in no more forgets its pages and goes, unless something waits", async () => {
  for (const waits of [false, true]) {
    const phone = await table(), gone = [];
    phone.window.caches = { keys: async () => ["tables-1", "others"], delete: async (name) => gone.push(name) };
    phone.tab.setItem("typed:in:half:x", "[]");
    if (waits) { await phone.window.outbox.add([["passed_out", "1"]], "Deal 1"); }
    phone.server.on("GET", /live/, { status: 403 }).on("GET", phone.at, { status: 403 }).on("POST", /waiting/, { status: 403 });
    phone.server.streams[0].break(true);
    await phone.clock.run(4000);
    assert.deepEqual([...new Set(gone)], ["tables-1"]);
    assert.equal(phone.tab.getItem("typed:in:half:x"), null);
    assert.deepEqual([...new Set(phone.left)], waits ? [] : ["/"]);
    assert.equal((await phone.waiting()).length, waits ? 1 : 0);
  }
});

test("nothing takes Record away from under a finger, and its tap counts", async () => {
  const phone = await new Phone("auction-noted", cards()).load(), fire = (name, on) =>
    on.dispatchEvent(new phone.window.Event(name, { bubbles: true }));
  const key = phone.one("#sentence .key-go"), coming = text("auction-noted").replace('id="said"', 'id="said" data-anew="1"');
  phone.server.on("POST", /sentence/, { text: coming });
  fire("pointerdown", key);
  phone.window.htmx.trigger(phone.one("#entry"), "change");
  await phone.clock.run(1000);
  assert.ok(phone.server.asks(/sentence/).length);
  assert.ok(key.isConnected);
  const asked = phone.server.asks(/sentence/).length;
  fire("pointerup", key);
  await phone.clock.run(1000);
  assert.ok(phone.server.asks(/sentence/).length > asked);
});
