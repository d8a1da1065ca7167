// A table of a tournament out of touch: whose word is asked for, what both agreed, and how the rounds go on.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Phone, Server, closeAll, decisions, json, none, text } from "./phone.mjs";

afterEach(closeAll);
const { standing, stepOf } = decisions("away.js");
const RESULT = { level: "4", denomination: "S", declarer: "S", result: "=" };

const said = (side, words, more = []) => ({ said: words, fields: [["side", side], ...more] });
const WRONG = [["wrong", "1"]];

test("how a board stands is what was said of it in order, and whose word is asked for follows", () => {
  const told = { side: "ns", said: "4S", given: [["level", "4"]] };
  // What the server knows; what waits here; what is agreed; who spoke; then the step of NS, of EW and of one phone for both.
  const cases = [
    [{ state: "open" }, [], null, "", "enter enter enter"],
    [{ told }, [], null, "ns", "told confirm confirm"],
    [{ told }, [said("ew", "4S")], "4S", "", "told told told"],
    [{ told }, [said("ew", "3S")], null, "ew ns", "told told told"],
    [{ told }, [said("ew", "3S"), said("ns", "3S")], "3S", "", "told told told"],
    [{}, [said("ew", "4S")], null, "ew", "confirm told confirm"],
    [{}, [said("ew", "4S"), said("ns", "4S")], "4S", "", "told told told"],
    [{}, [said("ns", "4S"), said("ew", "4S"), said("ns", "3S")], "4S", "", "told told told"],
    [{ state: "in" }, [], null, "", "told told told"],
    [{ state: "in" }, [said("ns", "3S")], null, "", "told told told"],
    [{ state: "disputed" }, [], null, "", "told told told"],
    [{ agreed: "4S" }, [], "4S", "", "told told told"],
    // What was agreed counts until the other side agrees with what is said instead.
    [{ agreed: "4S" }, [said("ns", "3S")], "4S", "", "told told told"],
    [{ agreed: "4S" }, [said("ns", "3S", WRONG)], "4S", "ns", "told confirm confirm"],
    [{ agreed: "4S" }, [said("ns", "3S", WRONG), said("ew", "3S", WRONG)], "3S", "", "told told told"],
    [{ agreed: "4S" }, [said("ns", "3S", WRONG), said("ew", "2S", WRONG)], "4S", "ew ns", "told told told"],
  ];
  for (const [there, reports, agreed, spoke, steps] of cases) {
    const now = standing(there, reports), what = JSON.stringify([there, reports]);
    assert.equal(now.agreed && now.agreed.said, agreed, what);
    assert.equal(Object.keys(now.open).sort().join(" "), spoke, what);
    assert.equal(["ns", "ew", "both"].map((side) => stepOf(there, now, side)).join(" "), steps, what);
  }
  assert.deepEqual(standing({ told }, []).open.ns, { side: "ns", fields: told.given, said: "4S" });
});

function event() {
  return new Server().on("GET", /live/, none).on("GET", /frame/, { text: text("event-frame") });
}
async function away(name, server = event(), tapped = {}) {
  const phone = await new Phone(name, server).load();
  await phone.choose(tapped);
  await phone.offline();
  return phone;
}
const sides = async (phone) => (await phone.waiting()).map((each) => {
  const fields = Object.fromEntries(each.fields);
  return [fields.round, fields.board, fields.side, fields.wrong || ""].join(" ");
});

test("every board of a round is entered and confirmed, and the next rounds go on", async () => {
  const phone = await away("event-1", event(), { ...RESULT, result: "-1" });
  // What was half entered goes along.
  assert.deepEqual(phone.chosen("#away-form"), ["declarer=S", "denomination=S", "level=4", "result=-1"]);
  await phone.tap("Record");
  assert.equal(phone.isShown("#away-confirm"), true);
  assert.match(phone.says("#away-said"), /4.*South|4.*S/);
  assert.match(phone.says("#away-whom"), /^For /);
  await phone.tap(phone.key(/: yes$/));
  assert.equal(phone.says("#away-boards [aria-current]"), "2");
  assert.equal(phone.says("#away-boards button"), "1 ●");
  await phone.tap("Record");
  assert.match(phone.says("#away-missing"), /^Still to enter: /);
  await phone.choose({ level: "7", denomination: "S", declarer: "N", result: "+1" });
  await phone.tap("Record");
  assert.match(phone.says("#away-missing"), /only thirteen tricks/);
  for (let board = 2; board <= 4; board += 1) {
    await phone.tap("Passed out");
    await phone.tap(phone.key(/: yes$/));
  }
  assert.equal(phone.isShown("#away-then"), true);
  assert.deepEqual(await sides(phone), ["1 1 ns ", "1 1 ew ", "1 2 ns ", "1 2 ew ", "1 3 ns ", "1 3 ew ", "1 4 ns ", "1 4 ew "]);
  const before = phone.one("#top [data-clock]").dataset.ends;
  await phone.tap("Go to round 2");
  assert.match(phone.says("#who"), /round 2 of 3/);
  assert.ok(Date.parse(phone.one("#top [data-clock]").dataset.ends) > Date.parse(before) + 60000);
  await phone.tap("Passed out");
  assert.match((await sides(phone)).at(-1), /^2 \d+ ns $/);
  await phone.tap("Back to round 1");
  assert.match(phone.says("#who"), /round 1 of 3/);
  // Opened anew it goes on in the round for which something waits.
  phone.server.worker = /frame/;
  await phone.reload();
  await phone.clock.run(6000);
  assert.match(phone.says("#who"), /round 2 of 3/);
});

test("the other side may say that it is wrong: both results go in, and the phone asks nobody more", async () => {
  const phone = await away("event-1", event(), RESULT);
  // A board that is entered before its turn stays until the other side has spoken.
  await phone.tap(phone.all("#away-boards button")[2]);
  await phone.tap("Passed out");
  assert.equal(phone.says("#away-boards [aria-current]"), "3");
  await phone.tap(phone.key(/: yes$/));
  assert.equal(phone.says("#away-boards [aria-current]"), "1");
  await phone.choose(RESULT);
  await phone.tap("Record");
  await phone.tap("No, that is wrong");
  await phone.choose({ ...RESULT, result: "-1" });
  await phone.tap("Record");
  assert.deepEqual(await sides(phone), ["1 3 ns ", "1 3 ew ", "1 1 ns ", "1 1 ew "]);
  assert.equal(phone.says("#away-boards button"), "1 ●");
  await phone.tap(phone.one("#away-boards button"));
  assert.equal(phone.isShown("#away-confirm"), false);
  assert.equal(phone.isShown("#away-told"), true);
});

test("what was agreed is corrected by both sides: as the server knows it, and as this phone does", async () => {
  const phone = await away("event-agreed");
  await phone.tap(phone.one("#away-boards button"));
  assert.match(phone.says("#away-what"), /4 spades by South, made/);
  await phone.tap("That was wrong");
  await phone.choose({ ...RESULT, result: "-1" });
  await phone.tap("Record");
  assert.match(phone.says("#away-whom"), /the other side says that this was wrong/);
  await phone.tap(phone.key(/: yes$/));
  assert.equal(phone.isShown("#away-confirm"), false);
  await phone.choose(RESULT);
  await phone.tap("Record");
  await phone.tap(phone.key(/: yes$/));
  await phone.tap(phone.all("#away-boards button")[1]);
  await phone.tap("That was wrong");
  // It opens filled in, for this phone knows what was said.
  assert.deepEqual(phone.chosen("#away-form"), ["declarer=S", "denomination=S", "level=4", "result=="]);
  await phone.choose({ result: "-1" });
  await phone.tap("Record");
  await phone.tap(phone.key(/: yes$/));
  assert.deepEqual(await sides(phone), ["1 1 ns 1", "1 1 ew 1", "1 2 ns ", "1 2 ew ", "1 2 ew 1", "1 2 ns 1"]);
  assert.match(phone.says("#touch"), /6 results are waiting/);
});

test("what one side told the server is confirmed by the other on this phone", async () => {
  const phone = await away("event-told");
  assert.equal(phone.isShown("#away-confirm"), true);
  assert.match(phone.says("#away-said"), /4 spades by South, made/);
  await phone.tap(phone.key(/: yes$/));
  const [entry] = await phone.waiting(), fields = Object.fromEntries(entry.fields);
  assert.equal(fields.side, "ew");
  assert.deepEqual([fields.level, fields.denomination, fields.declarer, fields.result], ["4", "S", "S", "="]);
});

test("a result that is handed over as the line goes waits, and what is half entered keeps the page that is back", async () => {
  const server = event().on("POST", /tell/, { gone: true }), phone = await new Phone("event-1", server).load();
  await phone.choose(RESULT);
  await phone.tap(phone.key(/^Hand to/));
  assert.equal(phone.isShown("#away-confirm"), true);
  assert.match(phone.says("#touch"), /one result is waiting/);
  await phone.tap(phone.key(/: yes$/));
  await phone.choose({ level: "3" });
  server.on("POST", /waiting/, json({})).on("GET", phone.at, { text: text("event-agreed") });
  await phone.online();
  assert.equal(phone.says("#touch"), "online");
  assert.ok(phone.one("#away"));
  await phone.choose({ level: "3", denomination: "S", declarer: "S", result: "=" });
  await phone.tap("Record");
  await phone.clock.run(6000);
  assert.equal(phone.all("#away").length, 0);
  assert.equal(server.asks(/waiting/).length, 3);
});

test("names of a pair that nobody typed in wait, with what was known of it, and are asked once", async () => {
  const server = new Server().on("GET", /live/, none).on("GET", /frame/, { text: text("counted-frame") });
  const phone = await away("counted-1", server);
  assert.equal(phone.isShown("#away-seats"), true);
  await phone.type("#away-N", "Ann Lee");
  await phone.type("#away-S", "  ");
  phone.one("#away-names").requestSubmit();
  await phone.clock.run(0);
  const [entry] = await phone.waiting(), fields = Object.fromEntries(entry.fields);
  assert.deepEqual([fields.what, fields.N, fields.S, fields.round, fields.table], ["seats", "Ann Lee", undefined, "1", "A1"]);
  assert.equal(fields["seen-N"], "0");
  assert.deepEqual(phone.all("#away-names [data-seat]").filter((each) => !each.hidden).map((each) => each.dataset.seat).sort(), ["E", "S", "W"]);
  for (const seat of ["S", "E", "W"]) { await phone.type(`#away-${seat}`, `Somebody ${seat}`); }
  phone.one("#away-names").requestSubmit();
  await phone.clock.run(0);
  assert.equal(phone.one("#away-seats").hidden, true);
  assert.equal((await phone.waiting()).length, 2);
});
