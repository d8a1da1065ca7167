/* Hears from the server that something changed, so that pages need not ask every few seconds. One
   stream serves all tabs of a browser. A page whose question is answered by what was heard does not
   ask; whenever nothing is known for sure (no stream, a late beat, a proxy that keeps the stream to
   itself, out of touch) every page asks as it always did. What is decided of what was heard comes first; node, which has
   no page, tests it alone. */
(function () {
  "use strict";
  var LATE = 40000;
  /* Whether what was heard, and when, says that a question has nothing new to ask. */
  function knows(tags, heard, now, about, seen) {
    return Boolean(tags) && now - heard <= LATE && tags[about] === seen;
  }
  /* Whether a tab may take the stream over from the one that holds it. */
  function mayHold(holder, me, now) { return !holder.id || holder.id === me || holder.until < now; }

  if (typeof module === "object" && module.exports) {
    module.exports = { knows: knows, mayHold: mayHold };
    return;
  }

  function questions() { return Array.from(document.querySelectorAll("[hx-get*='about=']")); }
  function words(each) { return new URL(each.getAttribute("hx-get"), window.location.href).searchParams; }
  /* What a page has seen: as it came, or as it is by its own acts since. */
  function seen(each) { return each.dataset.seen || words(each).get("seen"); }
  /* A page's own act is no news to it, where nobody else's came between. */
  document.addEventListener("own-act", function (event) {
    var now = event.detail.revision;
    questions().forEach(function (each) {
      if (Number(seen(each)) === now - 1) { each.dataset.seen = now; }
    });
  });
  document.addEventListener("htmx:configRequest", function (event) {
    var own = event.target.matches("[hx-get*='about=']") && event.target.dataset.seen;
    if (own) { event.detail.path = event.detail.path.replace(/([?&]seen=)[^&]*/, "$1" + own); }
  });

  if (!window.EventSource) { return; }
  var HOLDER = "news:holder", LEASE = 40000, FIRST = 5000, HERE = 10000, AGAIN = 30000;
  var LEAVES = 10000, RESTS = 4000;
  var me = String(Math.random()), tags = null, heard = 0, source = null, opened = 0, refused = 0, kept = false;
  var asked = {}, leaves = 0, edition = "", lately = 0, later = 0, isLater = false;
  var others = window.BroadcastChannel ? new BroadcastChannel("news") : null;

  function isAnswered(each) {
    var away = window.outbox && !window.outbox.isNear();
    return !away && knows(tags, heard, Date.now(), words(each).get("about"), seen(each));
  }
  /* Of one change a page asks at once, and once: while something is half entered it stays as it is. */
  function isNew(each) {
    var question = each.getAttribute("hx-get"), now = String(tags[words(each).get("about")]);
    var before = asked[question];
    asked[question] = now;
    return before !== now;
  }
  /* What this page sends changes the table, too; its answer is the page to show, and it knows of that. */
  function isSending() {
    if (window.outbox && window.outbox.isSending()) { return true; }
    return Date.now() - leaves < LEAVES || Array.from(document.querySelectorAll("form[data-sending], .htmx-request"))
      .some(function (each) { return !each.matches("[hx-get*='about=']"); });
  }
  /* A change that was heard of lets the page come anew, where it can. What answers the page's own entry may be newer
     than what was heard last: until more is heard it asks, and stays as it is. A first change counts at once; where
     one follows the other, no more often than an event's page asks that hears nothing: what came meanwhile is
     shown together. */
  function ask() {
    if (!tags || isSending()) { return; }
    var due = questions().filter(function (each) { return !isAnswered(each); }), rests = lately + RESTS - Date.now();
    window.clearTimeout(later);
    if (due.length && rests > 0) {
      later = window.setTimeout(ask, rests);
      return;
    }
    due.filter(isNew).forEach(function (each) {
      lately = Date.now();
      var change = new CustomEvent("news:heard", { bubbles: true, cancelable: true });
      if (!isLater || each.dispatchEvent(change)) { window.htmx.trigger(each, "news"); }
    });
  }
  document.addEventListener("htmx:beforeRequest", function (event) {
    var asks = event.target.matches("[hx-get*='about=']");
    if (asks && (isAnswered(event.target) || isSending())) { event.preventDefault(); }
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    var detail = event.detail, isPage = detail.pathInfo.requestPath.split("?")[0] === window.location.pathname;
    var asks = event.target.matches("[hx-get*='about=']");
    if ((asks || isPage) && detail.xhr.status === 200) { lately = Date.now(); }
  });

  function know(now) {
    heard = Date.now();
    tags = now;
    isLater = true;
    ask();
  }
  function say(what) { if (others) { others.postMessage(what); } }

  /* Which tab holds the stream stands in the browser's own store, with until when. */
  function holder() {
    try { return JSON.parse(localStorage.getItem(HOLDER)) || {}; } catch (e) { return {}; }
  }
  function isFree() {
    return !others || mayHold(holder(), me, Date.now());
  }
  function hold() {
    try { localStorage.setItem(HOLDER, JSON.stringify({ id: me, until: Date.now() + LEASE })); } catch (e) { others = null; }
  }
  function close() {
    if (source) { source.close(); }
    if (source && holder().id === me) {
      try { localStorage.removeItem(HOLDER); } catch (e) { /* It runs out. */ }
    }
    source = null;
    tags = null;
  }

  function open() {
    hold();
    opened = Date.now();
    source = new EventSource("/news/");
    source.addEventListener("tags", function (event) {
      /* What comes first comes at once, or something on the way gathers before it passes on. */
      if (!tags && Date.now() - opened > FIRST) { kept = true; close(); return; }
      hold();
      know(JSON.parse(event.data));
      say({ tags: tags, edition: edition });
    });
    source.addEventListener("edition", function (event) {
      edition = event.data;
      window.edition.hear(edition);
    });
    source.addEventListener("beat", function () {
      hold();
      heard = Date.now();
      say({ tags: tags });
    });
    source.addEventListener("error", function () {
      tags = null;
      say({ tags: null });
      if (source.readyState === EventSource.CLOSED) { refused = Date.now(); close(); } else { opened = Date.now(); }
    });
  }

  function look() {
    if (source && (!tags ? Date.now() - opened : Date.now() - heard) > LATE) { close(); }
    var may = !kept && document.visibilityState !== "hidden" && Date.now() - refused > AGAIN;
    if (source && holder().id !== me && !isFree()) { close(); }
    if (!source && may && questions().length && isFree()) { open(); }
    ask();
  }
  function here() {
    if (!source || !tags) { return; }
    fetch("/news/here", { method: "POST", credentials: "same-origin" }).catch(function () {
      tags = null;
      say({ tags: null });
    });
  }
  function leave() {
    close();
    say({ free: true });
  }

  if (others) {
    others.onmessage = function (event) {
      if (event.data.free) { look(); } else if (event.data.asks) {
        if (source && tags) { say({ tags: tags, edition: edition }); }
      } else if (!source) {
        window.edition.hear(event.data.edition);
        if (event.data.tags) { know(event.data.tags); } else { tags = null; }
      }
    };
  }
  /* A page that is going to another address is led nowhere else meanwhile. */
  document.addEventListener("page:leaves", function () { leaves = Date.now(); });
  document.addEventListener("htmx:beforeOnLoad", function (event) {
    if (event.detail.xhr.getResponseHeader("HX-Redirect")) { leaves = Date.now(); }
  });
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", function () {
    leaves = 0;
    look();
  });
  document.addEventListener("visibilitychange", look);
  document.addEventListener("htmx:afterSettle", look);
  document.addEventListener("outbox:page", function () {
    isLater = false;
    look();
  });
  window.setInterval(look, 2000);
  window.setInterval(here, HERE);
  window.newsStream = { knows: function () { return Boolean(tags); }, holds: function () { return Boolean(source); } };
  say({ asks: true });
  look();
})();
