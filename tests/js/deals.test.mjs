// A card table out of touch: deals are changed, taken out and counted on the phone, and the law's choices fill their deal.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Browser, Phone, Server, closeAll, decisions, json, none, text } from "./phone.mjs";

afterEach(closeAll);
const { dealsOf, placeAfter, chosen } = decisions("deals.js");

const entry = (fields, more = {}) => ({ place: "3", ended: false, fields: Object.entries(fields), ...more });

test("of what waits a page's own deals are those of its rubber from its deal on", () => {
  const base = { part: "2", position: 4, number: 1, deal: 0 };
  const own = entry({ part: "2", position: "4" }), next = entry({ part: "2", position: "5" });
  const others = [entry({ part: "1", position: "4" }), entry({ part: "2", position: "3" }),
    entry({ part: "2", position: "4" }, { place: "9" }), entry({ part: "2", position: "4" }, { ended: true }), entry({ part: "2", deal: "4" })];
  assert.deepEqual(dealsOf([...others, own, next], "3", base), [own, next]);
});

test("the next deal follows those that wait; one that all passed is dealt again where the game says so", () => {
  const base = { number: 7, position: 9, deal: 2 }, played = entry({ bid: "2S" }), passed = entry({ passed_out: "1" });
  assert.deepEqual(placeAfter(base, [], true), base);
  assert.deepEqual(placeAfter(base, [played, passed], false), { number: 9, position: 11, deal: 4 });
  assert.deepEqual(placeAfter(base, [played, passed], true), { number: 9, position: 11, deal: 3 });
});

test("what was chosen by the law begins the form of its deal and of no other", () => {
  const revoke = (seat, deal = "2", more = {}) =>
    entry({ what: "law", part: "1", deal, choose: `${seat}87|x`, [`seat-${seat}87`]: seat, enters: "revoke:tricks", ...more });
  const fine = entry({ what: "law", part: "1", deal: "2", choose: "f|x", "seat-f": "W", enters: "fine:lead" });
  const all = [revoke("E"), revoke("E"), revoke("N"), revoke("S"), fine, revoke("W", "3"), entry({ part: "1", deal: "2" })];
  assert.deepEqual(chosen(all, "3", "1", 2), [
    ["fined", "W"], ["fine-for", "lead"],
    ["revoke-1", "E"], ["penalty-1", "tricks"], ["often-1", "2"],
    ["revoke-2", "N"], ["penalty-2", "tricks"], ["often-2", "1"],
  ]);
  assert.deepEqual(chosen(all, "3", "1", "3"), [["revoke-1", "W"], ["penalty-1", "tricks"], ["often-1", "1"]]);
  assert.deepEqual([chosen(all, "4", "1", 2), chosen(all, "3", "2", 2)], [[], []]);
  assert.deepEqual(chosen([{ ...revoke("E"), ended: true }], "3", "1", 2), []);
});

const DEAL = { level: "2", denomination: "S", declarer: "N", result: "=" };
function cards(game) {
  return new Server().on("GET", /live/, none).on("GET", /ahead/, { text: text(`${game}-ahead`) });
}
async function away(game) {
  const phone = await new Phone(`${game}-1`, cards(game)).load();
  await phone.offline();
  return phone;
}
async function record(phone, deal = {}) {
  await phone.choose({ ...DEAL, ...deal });
  await phone.tap("Record");
}
const rows = (phone) => phone.all("#waits-deals > li");
const fieldsOf = (each) => Object.fromEntries(each.fields);

test("a deal that waits is changed in its form under its own key; what was half entered comes back", async () => {
  const phone = await away("auction");
  await record(phone);
  await record(phone, { level: "1", denomination: "NT", declarer: "E", result: "-1" });
  assert.match(rows(phone)[0].textContent, /Deal 1 · 2 spades by Ann, made\./);
  assert.match(rows(phone)[1].textContent, /Deal 2 · 1 no-trump by Cecil, down 1\./);
  const keys = (await phone.waiting()).map((each) => fieldsOf(each).key);
  await phone.tap(rows(phone)[0].querySelector("[data-change]"));
  assert.match(phone.says("h1"), /^Deal 1 · Ann deals/);
  for (const [name, value] of Object.entries(DEAL)) { assert.equal(phone.one(`#away input[name="${name}"][value="${value}"]`).checked, true); }
  assert.equal(phone.isShown("#away-changes"), true);
  // What is being changed is not sent meanwhile, nor what comes after it.
  phone.server.gone = false;
  await phone.window.outbox.flush();
  assert.equal(phone.server.asks(/waiting/).length, 0);
  phone.server.gone = true;
  await phone.choose({ level: "3" });
  await phone.tap("Record");
  assert.match(phone.says("h1"), /^Deal 3/);
  assert.match(rows(phone)[0].textContent, /Deal 1 · 3 spades by Ann, made\./);
  // Opened and left as it was, it stays so.
  await phone.tap(rows(phone)[1].querySelector("[data-change]"));
  await phone.choose({ level: "7" });
  await phone.tap("Keep it as it was");
  assert.match(rows(phone)[1].textContent, /1 no-trump by Cecil/);
  phone.server.on("POST", /waiting/, json({})).on("GET", phone.at, { text: text("auction-2") });
  await phone.online();
  const sent = phone.server.asks(/waiting/).map((each) => Object.fromEntries(each.fields));
  assert.deepEqual(sent.map((each) => [each.position, each.level, each.denomination]), [["1", "3", "S"], ["2", "1", "NT"]]);
  assert.deepEqual(sent.map((each) => each.key), keys);
});

test("half of a deal comes back after another was changed", async () => {
  const phone = await away("auction");
  await record(phone);
  await phone.choose({ level: "5" });
  await phone.tap(rows(phone)[0].querySelector("[data-change]"));
  assert.equal(phone.one('#away input[name="level"][value="5"]').checked, false);
  await phone.tap("Record");
  assert.match(phone.says("h1"), /^Deal 2/);
  assert.equal(phone.one('#away input[name="level"][value="5"]').checked, true);
});

test("a deal that waits is taken out after one question, and those after it move up", async () => {
  const phone = await away("auction");
  await record(phone, { level: "1", denomination: "C" });
  await record(phone, { level: "1", denomination: "D" });
  await record(phone, { level: "1", denomination: "H" });
  await phone.tap(rows(phone)[1].querySelector("[data-out]"));
  assert.match(rows(phone)[1].textContent, /Remove deal 2\? It is only on this phone\./);
  await phone.tap(rows(phone)[1].querySelector("[data-keep]"));
  assert.equal(rows(phone).length, 3);
  await phone.tap(rows(phone)[1].querySelector("[data-out]"));
  await phone.tap(rows(phone)[1].querySelector("[data-sure]"));
  assert.equal(rows(phone).length, 2);
  assert.match(rows(phone)[0].textContent, /Deal 1 · 1 club by Ann/);
  assert.match(rows(phone)[1].textContent, /Deal 2 · 1 heart by Ann/);
  assert.match(phone.says("h1"), /^Deal 3/);
  const left = (await phone.waiting()).map(fieldsOf);
  assert.deepEqual(left.map((each) => [each.position, each.denomination]), [["1", "C"], ["2", "H"]]);
});

test("a deal that was sent is not changed, and what came too late is said", async () => {
  const phone = await away("auction");
  await record(phone);
  const [first] = await phone.waiting();
  await phone.tap(rows(phone)[0].querySelector("[data-change]"));
  await phone.window.queue.claim(first.id);
  await phone.choose({ level: "3" });
  await phone.tap("Record");
  assert.match(phone.says("#alarm"), /was sent in the meantime/);
  assert.equal(fieldsOf((await phone.waiting())[0]).level, "2");
});

test("the strip counts what waits, or says only how much where it cannot", async () => {
  const phone = await away("auction"), strip = (n) => phone.all("#page .strip > li")[n].textContent.replace(/\s+/g, " ");
  assert.match(strip(0), /needs 30/);
  await record(phone, { honours: "D:4" });
  assert.match(strip(0), /needs 12/);
  assert.equal(phone.says("#counted-here"), "Counted here, with 1 deal waiting");
  await record(phone, { level: "3", denomination: "NT", declarer: "E" });
  assert.match(strip(1), /needs 30 · 1 game/);
  assert.equal(phone.all("#page .strip > li b")[1].textContent, "0");
  assert.equal(phone.says("#counted-here"), "Counted here, with 2 deals waiting");
  // A revoke is in no table of figures: what stands is that of the server.
  await phone.tap(rows(phone)[1].querySelector("[data-change]"));
  await phone.choose({ "revoke-1": "E", "penalty-1": "points" });
  await phone.tap("Record");
  assert.equal(phone.says("#counted-here"), "2 deals waiting");
  assert.match(strip(0), /needs 30/);
  await phone.tap(rows(phone)[1].querySelector("[data-out]"));
  await phone.tap(rows(phone)[1].querySelector("[data-sure]"));
  assert.equal(phone.says("#counted-here"), "Counted here, with 1 deal waiting");
});

test("each deal of chicago says who is vulnerable, and that the rubber is over", async () => {
  const phone = await away("chicago");
  for (const [n, vulnerable] of ["none", "EW", "NS", "both"].entries()) {
    assert.match(phone.says("h1"), new RegExp(`^Deal ${n + 1} · `));
    assert.equal(phone.one(`input[name=vulnerable][value="${vulnerable}"]`).checked, true);
    await record(phone, { level: "1", denomination: "C", declarer: "NESW"[n] });
  }
  assert.match(phone.says("#counted-here"), /The rubber is over/);
  assert.deepEqual((await phone.waiting()).map((each) => fieldsOf(each).vulnerable), ["none", "EW", "NS", "both"]);
});

test("at a table of the seven one deal waits, is counted and changed, and there is no form for another", async () => {
  const phone = await away("seven");
  assert.match(phone.says("#away-ways"), /The seven play on/);
  await record(phone, { level: "3" });
  assert.equal(phone.all("#entry").length, 0);
  assert.equal(phone.says(".strip b"), "27");
  await phone.tap(rows(phone)[0].querySelector("[data-change]"));
  await phone.choose({ denomination: "C" });
  await phone.tap("Record");
  assert.equal(phone.says(".strip b"), "18");
  assert.equal(phone.all("#entry").length, 0);
  assert.equal((await phone.waiting()).length, 1);
});

test("a page that was opened again out of touch goes on after the deals that wait", async () => {
  const phone = await away("auction");
  await record(phone);
  phone.server.worker = /ahead/;
  await phone.reload();
  await phone.clock.run(6000);
  assert.match(phone.says("h1"), /^Deal 2/);
  assert.equal(phone.says("#counted-here"), "Counted here, with 1 deal waiting");
  assert.match(rows(phone)[0].textContent, /Sent, with no answer yet/);
});

test("a phone that is led to another page keeps what it took along", async () => {
  const phone = await new Phone("auction-1", cards("auction")).load(), pass = phone.one("#waits").dataset.pass;
  assert.ok(pass);
  phone.server.on("GET", /ahead/, { text: "<h1>Log in</h1>" });
  phone.one("#entry").dataset.people = "others";
  phone.document.dispatchEvent(new phone.window.CustomEvent("outbox:page"));
  await phone.clock.run(0);
  assert.equal(phone.server.asks(/ahead/).length, 2);
  assert.equal(phone.one("#waits").dataset.pass, pass);
  await phone.offline();
  assert.ok(phone.one("#away form"));
});

/* The page of what the law says, in the same tab: what a player is to revoke for, and a choice. */
async function choose(table, words, seat) {
  const law = new Phone("law", table.server, { browser: table.browser });
  law.tab = table.tab;
  await law.load();
  await law.clock.run(6000);
  const key = law.all("button[name=choose]").find((each) => each.textContent.includes(words) && (!seat || each.dataset.enters));
  assert.ok(key, words);
  const name = `seat-${key.value.split("|")[0]}`, who = law.document.querySelector(`input[name="${name}"][value="${seat}"]`);
  if (who) { who.checked = true; }
  await law.tap(key);
  return law;
}

test("a choice by the law that is made out of touch waits, fills its deal, and is taken out by one tap", async () => {
  const table = await away("straight-bridge");
  await table.choose({ denomination: "H", declarer: "N", result: "D:1" });
  await table.tap("Record");
  await table.choose({ denomination: "S" });
  assert.match(table.says("h1"), /^Deal 2/);
  table.close();
  const law = await choose(table, "take three tricks", "E");
  assert.equal(law.isShown("#choice-waits"), true);
  assert.equal(law.isShown("#needs-line"), false);
  const [, choice] = await law.waiting(), fields = fieldsOf(choice);
  assert.deepEqual([fields.what, fields.deal, fields.enters], ["law", "2", "revoke:tricks"]);
  assert.equal(Object.keys(fields).filter((each) => each.startsWith("seat-")).length, 1);
  law.close();
  table.server.worker = /ahead/;
  await table.load();
  await table.clock.run(6000);
  assert.match(table.says("h1"), /^Deal 2/);
  assert.match(rows(table)[1].textContent, /take three tricks/);
  assert.equal(table.one('#away input[name="revoke-1"][value="E"]').checked, true);
  assert.equal(table.one('#away input[name="penalty-1"][value="tricks"]').checked, true);
  assert.equal(table.one('#away input[name="denomination"][value="S"]').checked, true);
  assert.equal(rows(table)[1].querySelector("[data-change]").hidden, true);
});

test("a choice that was never sent goes by one tap, and no deal moves up for it", async () => {
  const phone = await away("straight-bridge");
  await phone.window.outbox.add([["part", "1"], ["what", "law"], ["choose", "87|x"], ["deal", "1"], ["enters", ":"]], "new deal");
  await phone.window.outbox.show();
  await phone.tap(rows(phone)[0].querySelector("[data-out]"));
  assert.equal(rows(phone).length, 0);
  assert.deepEqual(await phone.waiting(), []);
  assert.match(phone.says("h1"), /^Deal 1/);
});

test("the law's page says before a tap that it needs the line, and takes the choice for the deal in hand once that is back", async () => {
  const server = cards("straight-bridge"), law = await new Phone("law", server).load();
  await law.offline();
  assert.equal(law.isShown("#needs-line"), true);
  assert.ok(law.all("button[name=choose]").every((each) => each.disabled));
  server.on("GET", law.at, { text: text("law").replace(/name="part" value="1"/, 'name="part" value="7"') });
  await law.online();
  await law.clock.run(4000);
  assert.equal(law.isShown("#needs-line"), false);
  assert.ok(law.all("button[name=choose]").every((each) => !each.disabled));
  assert.equal(law.one("#which-deal input[name=part]").value, "7");
});
