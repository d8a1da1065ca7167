/* The wall: what does not fit turns by pages, a tap or Esc shows the way out.
   Without this script all of it stands on one long page. */
(function () {
  "use strict";
  var TURNS = 20000, LAST_OF_RANKING = 40000;
  var at = {}, due = {}, shown = {}, heard = Date.now();

  function halves() { return Array.from(document.querySelectorAll("#wall [data-turns]")); }
  /* A list of tables is one whole; of a ranking each direction is one, and has its own pages. */
  function lists(half) { return Array.from(half.querySelectorAll(".wall-rows, tbody")); }
  function rowsOf(list) { return Array.from(list.children); }
  function only(half, list) {
    lists(half).forEach(function (each) { (each.closest(".card") || each).hidden = each !== list; });
  }

  /* The rows of each page: as many as fit into the half from where its rows begin; of a ranking ten. */
  function pagesOf(half) {
    var foot = half.querySelector(".wall-pages"), pages = [];
    foot.hidden = false;
    lists(half).forEach(function (list) {
      var most = list.matches("tbody") ? 10 : Infinity, full = 0, page = null;
      only(half, list);
      rowsOf(list).forEach(function (row) { row.hidden = false; });
      var room = window.innerHeight - list.getBoundingClientRect().top - foot.offsetHeight - 24;
      rowsOf(list).forEach(function (row) {
        var high = row.getBoundingClientRect().height;
        if (!page || full + high > room || page.rows.length >= most) {
          page = { list: list, rows: [] };
          pages.push(page);
          full = 0;
        }
        page.rows.push(row);
        full += high;
      });
    });
    foot.hidden = pages.length < 2;
    return pages;
  }

  function draw() {
    halves().forEach(function (half, number) {
      var pages = pagesOf(half), page = (at[number] || 0) % pages.length, foot = half.querySelector(".wall-pages");
      if (!pages.length) { return; }
      only(half, pages[page].list);
      rowsOf(pages[page].list).forEach(function (row) { row.hidden = pages[page].rows.indexOf(row) < 0; });
      foot.firstElementChild.textContent = foot.dataset.pages.replace("{n}", page + 1).replace("{of}", pages.length);
      half.dataset.page = page + 1;
      half.dataset.of = pages.length;
      if (!due[number] || shown[number] !== page) {
        var rests = half.querySelector("tbody") && page === pages.length - 1 && pages.length > 1;
        due[number] = Date.now() + (rests ? LAST_OF_RANKING : TURNS);
        shown[number] = page;
        foot.lastElementChild.style.animation = "none";
        void foot.offsetWidth;
        foot.lastElementChild.style.animation = "turn " + (rests ? LAST_OF_RANKING : TURNS) + "ms linear";
      }
    });
  }

  function tick() {
    var turned = false;
    halves().forEach(function (_half, number) {
      if (due[number] && Date.now() >= due[number]) {
        at[number] = ((at[number] || 0) + 1) % Number(_half.dataset.of);
        due[number] = 0;
        turned = true;
      }
    });
    if (turned) { draw(); }
  }

  /* Out of touch it says of when it is. */
  document.addEventListener("htmx:afterRequest", function (event) {
    var place = document.getElementById("asof");
    if (!place) { return; }
    if (event.detail.successful || event.detail.xhr.status === 304) { heard = Date.now(); place.hidden = true; return; }
    var time = new Date(heard);
    var clock = String(time.getHours()).padStart(2, "0") + ":" + String(time.getMinutes()).padStart(2, "0");
    place.textContent = document.getElementById("wall").dataset.asof.replace("{time}", clock);
    place.hidden = false;
  });
  function leave() { document.getElementById("leave").classList.add("asked"); }
  document.addEventListener("click", leave);
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") { leave(); } });
  document.addEventListener("htmx:afterSettle", draw);
  window.addEventListener("resize", draw);
  document.fonts.ready.then(draw);
  window.setInterval(tick, 250);
  draw();
})();
