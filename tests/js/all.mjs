// All tests of a phone's scripts, in one process: what is read to make a page is read once.
import "./outbox.test.mjs";
import "./away.test.mjs";
import "./deals.test.mjs";
import "./half.test.mjs";
import "./news.test.mjs";
import "./edition.test.mjs";
