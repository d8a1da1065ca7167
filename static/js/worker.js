/* Where the browser allows it (https, or this very machine) a table's page opens again while the
   server cannot be reached. Everything else goes its usual way. */
"use strict";
/* The store of this edition; the server puts the name in (web/caching.py). */
var STORES = "tables-", STORE = STORES + "EDITION";
var AHEAD = /^\/(table\/\d+\/(ahead|what-happened)|event\/\d+\/at\/[A-Z]\d+\/frame|look)\/$/;
var TABLES = /^\/(event\/\d+\/at\/[A-Z]\d+|table\/\d+)\/$/;

self.addEventListener("install", function () { self.skipWaiting(); });

/* What other editions kept goes: their pages would come with scripts of before. The page that is open lays
   itself into the new store (outbox.js). */
self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (each) { return each.indexOf(STORES) === 0 && each !== STORE; })
      .map(function (each) { return caches.delete(each); }));
  }));
});

self.addEventListener("fetch", function (event) {
  var asked = event.request, url = new URL(asked.url);
  if (asked.method !== "GET" || url.origin !== self.location.origin) { return; }
  var opens = asked.mode === "navigate" && TABLES.test(url.pathname);
  var needs = url.pathname.indexOf("/static/") === 0 || AHEAD.test(url.pathname);
  if (opens || needs) { event.respondWith(latest(asked, url.pathname)); }
});

/* A page says until when its phone is let in; afterwards nothing of it is shown or kept. */
function isOver(answer) {
  var until = answer.headers.get("X-Kept-Until");
  return until !== null && Date.parse(until) < Date.now();
}
function sweep(store) {
  return store.keys().then(function (kept) {
    return Promise.all(kept.map(function (each) {
      return store.match(each).then(function (found) { return isOver(found) && store.delete(each); });
    }));
  });
}

/* From the server; what it said last while it cannot be reached, or is broken. A page that is closed to
   this phone is not kept. */
function latest(asked, name) {
  return caches.open(STORE).then(function (store) {
    function before(otherwise) {
      return sweep(store).then(function () { return store.match(name); })
        .then(function (found) { return found || otherwise(); });
    }
    return fetch(asked).then(function (answer) {
      if (answer.status >= 500) { return before(function () { return answer; }); }
      if (answer.ok && !answer.redirected) { store.put(name, answer.clone()); } else { store.delete(name); }
      return answer;
    }, function (gone) {
      return before(function () { throw gone; });
    });
  });
}
