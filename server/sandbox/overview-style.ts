/** The overview's additions to the sandbox's styles: room for lists, and colours for outcomes. */
export const OVERVIEW_STYLE = `
:root {
  --good: light-dark(#176a35, #8edba5);
  --warn: light-dark(#7a4b00, #f5c56b);
  --bad: light-dark(#a3211a, #ffb4ab);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
}
body { background: var(--ground); }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; border: 0; background: none; box-shadow: none; }
@media (min-width: 48rem) { main { padding: 1.5rem 2rem 4rem; } }
h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em; }
h2 { margin: 0; font-size: 1.0625rem; }
a { color: var(--accent); text-underline-offset: .2em; }
.mono, pre, code { font-family: var(--mono); font-size: .8125rem; }
.soft { color: var(--soft); }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.head { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between; }
.head p { margin: .25rem 0 0; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; font-size: .875rem; }
.tools label { font-weight: 400; color: var(--soft); }
.tools input:not([type=hidden]) { width: 12rem; height: auto; padding: .4rem .6rem; font-variant-numeric: normal; }
.tools a, .tools button { display: inline-block; padding: .4rem .75rem; font-weight: 400; line-height: 1.5; border: 1px solid var(--soft); border-radius: .5rem;
  color: inherit; text-decoration: none; }
.tools a:hover, .tools button:hover { background: var(--card); }
.sums { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0; padding: 0;
  list-style: none; }
.sums a { display: block; height: 100%; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card); color: inherit; text-decoration: none; }
.sums a:hover { border-color: var(--soft); }
.sums b { display: block; font-size: 1.5rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.sums small { display: block; color: var(--soft); }
section { margin-top: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card);
  overflow: clip; scroll-margin-top: 1rem; }
section > header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between;
  padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
section > header span { color: var(--soft); font-size: .8125rem; }
.none { margin: 0; padding: .75rem 1rem; color: var(--soft); font-size: .875rem; }
.rows { margin: 0; padding: 0; list-style: none; font-size: .875rem; }
.rows > li + li { border-top: 1px solid var(--line); }
.row { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; padding: .5rem 1rem; }
summary.row { cursor: pointer; list-style: none; }
summary.row::-webkit-details-marker { display: none; }
summary.row::before { content: "›"; width: .6rem; color: var(--soft); }
details[open] > summary.row::before { content: "⌄"; }
summary.row:hover { background: var(--ground); }
:is(summary, .sums a, .tools a):focus-visible { outline-offset: -3px; }
.time { color: var(--soft); font-variant-numeric: tabular-nums; }
.what { flex: 1 1 9rem; min-width: 0; overflow-wrap: anywhere; }
.money { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
.pill { padding: 0 .5rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .75rem; line-height: 1.5;
  white-space: nowrap; }
.row > .pill:last-child { min-width: 4.75rem; text-align: center; }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.more { padding: .25rem 1rem 1rem 2.35rem; overflow-wrap: anywhere; }
.more p { margin: .25rem 0; }
.more ul { margin: .25rem 0; padding-left: 1.1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin: .25rem 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
pre { margin: .5rem 0 0; padding: .75rem; border-radius: .5rem; background: var(--ground); white-space: pre-wrap;
  overflow-wrap: anywhere; }
@media (max-width: 29.99rem) {
  main { padding: 1rem .75rem 3rem; }
  div.row > .what { flex-basis: 100%; order: -1; }
  .row > .pill:last-child { margin-left: auto; }
  .more { padding-left: 1rem; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .25rem; }
  .tools, .tools form { width: 100%; }
  .tools form { display: grid; grid-template-columns: 1fr auto; gap: .25rem .5rem; }
  .tools label { grid-column: 1 / -1; margin: 0; }
  .tools input:not([type=hidden]) { width: 100%; }
  .tools a { width: 100%; text-align: center; }
  .sums { grid-template-columns: 1fr 1fr; } .sums li:first-child { grid-column: 1 / -1; }
}
`;
