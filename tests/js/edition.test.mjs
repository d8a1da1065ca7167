// The program is updated while pages are open: each loads itself anew when that loses nothing, and not before.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Phone, Server, closeAll, json, none, text } from "./phone.mjs";

afterEach(closeAll);
const NEXT = "0.3.0-feedcafe", SOON = 9000;

async function table(name = "auction-1") {
  const server = new Server().on("GET", /live/, none).on("GET", /frame/, { text: text("event-frame") });
  const phone = await new Phone(name, server).load();
  await phone.clock.run(1500);
  return phone;
}
async function update(phone) {
  phone.server.edition = NEXT;
  phone.server.streams.at(-1).say("edition", NEXT);
  await phone.clock.run(0);
}
const fire = (phone, name) => phone.document.body.dispatchEvent(new phone.window.Event(name, { bubbles: true }));

test("a page with nothing begun loads itself anew, once in a while, and takes no tap meanwhile", async () => {
  const phone = await table();
  await update(phone);
  assert.deepEqual(phone.left, [phone.at]);
  assert.equal(phone.says("#going"), "One moment: a newer page is coming.");
  assert.equal(phone.document.body.inert, true);
  // Nothing came for it: it is itself again, and where servers differ it is not sent to and fro.
  await phone.clock.run(10100);
  assert.equal(phone.all("#going").length, 0);
  assert.equal(phone.document.body.inert, false);
  await phone.clock.run(45000);
  assert.equal(phone.left.length, 1);
  await phone.clock.run(10000);
  assert.equal(phone.left.length, 2);
});

test("a page of the same edition stays", async () => {
  const phone = await table();
  phone.server.streams.at(-1).say("edition", phone.server.edition);
  await phone.clock.run(60000);
  assert.deepEqual(phone.left, []);
});

test("what was asked says so, too, without a stream", async () => {
  const phone = await table();
  phone.server.edition = NEXT;
  phone.server.streams.at(-1).break(true);
  await phone.clock.run(6000);
  assert.deepEqual(phone.left, [phone.at]);
});

test("what is half entered stays and works on, and its answer is opened as a page of the next program", async () => {
  const phone = await table();
  await phone.choose({ level: "4" });
  await update(phone);
  await phone.clock.run(SOON);
  assert.deepEqual([phone.left, phone.chosen()], [[], ["level=4"]]);
  assert.equal(phone.window.edition.theirs(), NEXT);
  phone.server.on("POST", /contract/, { text: text("auction-noted"), url: phone.at });
  await phone.choose({ denomination: "S", declarer: "N" });
  await phone.clock.run(1000);
  assert.deepEqual(phone.left, [phone.at]);
  assert.match(phone.says("h1"), /^Deal 1/);
});

test("a field that was typed in, a list that was chosen from and a form that came back keep the page", async () => {
  for (const begin of [
    (phone) => { phone.one("#line").value = "4S"; },
    (phone) => {
      phone.one("#main form").insertAdjacentHTML("beforeend", "<select><option>a<option>b</select>");
      phone.one("#main select").selectedIndex = 1;
    },
    (phone) => phone.one("#main").insertAdjacentHTML("beforeend", '<div class="errors"></div>'),
  ]) {
    const phone = await table();
    begin(phone);
    await update(phone);
    await phone.clock.run(SOON);
    assert.deepEqual(phone.left, []);
  }
});

test("a sheet that is read stays open, and the page goes once it is closed", async () => {
  const phone = await table();
  await phone.tap(phone.one("[data-opens=besides]"));
  await update(phone);
  await phone.clock.run(SOON);
  assert.deepEqual(phone.left, []);
  phone.one("#besides").close();
  await phone.clock.run(3000);
  assert.deepEqual(phone.left, [phone.at]);
});

test("a page does not go while fingers are on it: each tap keeps it a second, one that rests as long as it does", async () => {
  const phone = await table();
  fire(phone, "pointerdown");
  fire(phone, "pointerup");
  await update(phone);
  for (let tap = 0; tap < 30; tap += 1) {
    fire(phone, "pointerdown");
    fire(phone, "pointerup");
    await phone.clock.run(600);
  }
  assert.deepEqual(phone.left, []);
  fire(phone, "pointerdown");
  await phone.clock.run(SOON);
  assert.deepEqual(phone.left, []);
  fire(phone, "pointerup");
  await phone.clock.run(3000);
  assert.deepEqual(phone.left, [phone.at]);
});

test("what waits on a phone is handed in before its page goes", async () => {
  const phone = await table("event-1");
  await phone.offline();
  await phone.tap("Passed out");
  phone.server.on("POST", /waiting/, json({ text: "Round 2 has not started." }, 409));
  phone.server.edition = NEXT;
  await phone.online();
  phone.server.streams.at(-1).say("edition", NEXT);
  await phone.clock.run(SOON);
  assert.deepEqual(phone.left, []);
  phone.server.on("POST", /waiting/, json({})).on("GET", phone.at, { text: text("event-told") });
  await phone.clock.run(SOON);
  assert.deepEqual(phone.left, [phone.at]);
  assert.deepEqual(await phone.waiting(), []);
});

test("in touch, too, a page stays as long as the server does not take what waits", async () => {
  const phone = await table();
  phone.server.on("POST", /waiting/, json({ text: "Not yet." }, 409));
  await phone.window.outbox.add([["part", "1"], ["position", "9"]], "Deal 9");
  await update(phone);
  await phone.clock.run(SOON);
  assert.deepEqual([phone.left, phone.all("#away").length], [[], 0]);
  phone.server.on("POST", /waiting/, json({}));
  await phone.clock.run(SOON);
  assert.deepEqual(phone.left, [phone.at]);
});

test("a form that comes back of another edition is sent whole, with its key, so that its page has scripts of its own", async () => {
  const phone = await table();
  phone.one("#line").value = "4S Zed";
  phone.server.edition = NEXT;
  phone.server.on("POST", /record/, { status: 422, text: text("auction-1") });
  const { form } = phone.one("#line");
  form.requestSubmit(form.querySelector("button"));
  await phone.clock.run(100);
  assert.equal(phone.sent.length, 1);
  assert.ok(phone.sent[0][1].some(([name, value]) => name === "line" && value === "4S Zed"));
  assert.deepEqual(phone.left, []);
});
