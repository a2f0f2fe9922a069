/** Styles of the sandbox's pages: light and dark, from a phone's width up. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f9, #14161b);
  --card: light-dark(#fff, #1f2229);
  --text: light-dark(#1b1f27, #eceef2);
  --line: color-mix(in srgb, var(--text) 14%, transparent);
  --edge: color-mix(in srgb, var(--text) 50%, transparent);
  --soft: color-mix(in srgb, var(--text) 68%, transparent);
  --accent: light-dark(#2450d6, #9db8ff);
  --on-accent: light-dark(#fff, #0b1430);
  --alert: light-dark(#b3261e, #ffaca4);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
.banner { padding: .5rem 1rem; background: light-dark(#fff3d6, #3a3017); text-align: center; font-size: .875rem; }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: var(--card); }
@media (min-width: 30rem) { main { margin: 2rem auto; padding: 2.25rem; border: 1px solid var(--line); border-radius: .875rem; } }
@media (max-width: 29.99rem) { body { background: var(--card); } }
.sign { display: flex; justify-content: space-between; margin: 0 0 1.5rem; font-weight: 600; }
.sign span, .order p + p, .says, summary, .wallets p { color: var(--soft); font-size: .875rem; font-weight: 400; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
.order { margin: 0 0 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .875rem; }
.order p, .wallets p { margin: 0; }
.amount { font-size: 1.75rem; font-weight: 650; line-height: 1.4; }
.mask, .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem .75rem; align-items: start; }
.field-cc_number { grid-column: 1 / -1; }
label { display: block; margin-bottom: .25rem; font-size: .875rem; font-weight: 500; }
input:not([type=hidden]) { width: 100%; height: 3rem; padding: 0 .875rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: light-dark(#fff, #ffffff0d); color: inherit; font: inherit; }
input[aria-invalid] { border-color: var(--alert); box-shadow: inset 0 0 0 1px var(--alert); }
.fault, .alert { margin: .375rem 0 0; color: var(--alert); font-size: .875rem; }
.alert { margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid; border-radius: .5rem; }
button { padding: .7rem 1rem; border: 1px solid var(--edge); border-radius: .5rem; background: none; color: inherit;
  font: inherit; font-weight: 500; cursor: pointer; }
button:hover { background: color-mix(in srgb, var(--text) 5%, transparent); }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
.actions .primary { border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.actions .quiet, .cards button { border-color: transparent; }
.actions .quiet { color: var(--soft); }
.wallets { grid-template-columns: 1fr 1fr; margin: 0 0 1rem; }
.wallets button { border-color: transparent; background: light-dark(#000, #fff); color: light-dark(#fff, #000); }
.wallets p { grid-column: 1 / -1; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (forced-colors: active) { .actions .primary { border-color: ButtonText; } }
.cards { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: .875rem; }
summary { cursor: pointer; }
.cards ul { margin: .5rem -.5rem 0; padding: 0; list-style: none; }
.cards button { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; width: 100%; padding: .5rem;
  font-weight: 400; text-align: start; }
`;

/** The overview's additions: room for lists, and colours for outcomes. */
export const OVERVIEW_STYLE = `
body { background: var(--ground); }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; border: 0; background: none; }
main > p { margin: .25rem 0; color: var(--soft); font-size: .875rem; }
a { color: var(--accent); }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: 1rem 0; font-size: .875rem; }
label { margin: 0; }
input:not([type=hidden]) { width: 12rem; height: auto; padding: .4rem .6rem; }
form button { padding: .4rem .75rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .875rem; text-transform: capitalize; }
section { margin-top: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); font-size: .875rem;
  overflow: clip; }
section > header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; }
section > header, section > p, summary { padding: .5rem 1rem; }
section > p { margin: 0; color: var(--soft); }
h2 { margin: 0; font-size: 1.0625rem; }
details, section > p { border-top: 1px solid var(--line); }
summary { display: flex; flex-wrap: wrap; gap: .125rem .75rem; align-items: baseline; }
summary::before { content: "›"; width: .5rem; }
details[open] > summary::before { content: "⌄"; }
summary:hover { background: var(--ground); }
summary:focus-visible { outline-offset: -3px; }
.what { flex: 1 1 12rem; min-width: 0; }
.what b { color: var(--text); }
.pill { padding: 0 .5rem; border: 1px solid; border-radius: 1rem; font-size: .75rem; }
.good { color: light-dark(#176a35, #8edba5); }
.warn { color: light-dark(#7a4b00, #f5c56b); }
.bad { color: light-dark(#a3211a, #ffb4ab); }
pre { margin: 0; padding: .75rem 1rem; background: var(--ground); white-space: pre-wrap; overflow-wrap: anywhere; }
`;
