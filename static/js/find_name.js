/* Published results: a field above the list of people that leaves the names which have what was
   typed. Without a script the list is whole, letter by letter. */
"use strict";
(() => {
  const place = document.getElementById("find");
  const letters = document.getElementById("letters");
  const cards = [...document.querySelectorAll("main > section")];
  if (!place || !cards.length) return;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const names = cards.map((card) =>
    [...card.querySelectorAll("li")].map((row) => ({ row, name: plain(row.textContent) })));

  const label = document.createElement("label");
  const input = document.createElement("input");
  const none = document.createElement("p");
  label.htmlFor = input.id = "find-name";
  label.textContent = place.dataset.label;
  input.type = "search";
  input.autocomplete = "off";
  none.setAttribute("role", "status");
  place.className = "find";
  place.append(label, input, none);

  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    let found = 0;
    cards.forEach((card, at) => {
      let here = 0;
      for (const { row, name } of names[at]) {
        row.hidden = !words.every((word) => name.includes(word));
        here += !row.hidden;
      }
      card.hidden = !here;
      found += here;
    });
    if (letters) letters.hidden = words.length > 0;
    none.textContent = found ? "" : place.dataset.none;
  });
})();
