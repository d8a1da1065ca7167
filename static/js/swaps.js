/* How htmx behaves here, said before it begins. */
Object.assign(window.htmx.config, {
  includeIndicatorStyles: false,
  allowEval: false,
  selfRequestsOnly: true,
  attributesToSettle: ["class"],
  responseHandling: [
    { code: "204|304", swap: false },
    { code: "[23]..", swap: true },
    { code: "[45]..", swap: false, error: true }
  ]
});
