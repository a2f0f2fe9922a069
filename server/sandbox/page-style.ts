/** Styles of the sandbox's pages: system colours and fonts, light and dark, from a phone's width up. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f5f7, #14161a);
  --card: light-dark(#fff, #1d2026);
  --line: light-dark(#d5d9e0, #383d47);
  --text: light-dark(#1b1f27, #eceef2);
  --soft: light-dark(#586070, #a4acba);
  --accent: light-dark(#1f5fd0, #7eaaff);
  --on-accent: light-dark(#fff, #0d1524);
  --alert: light-dark(#b3261e, #ffb4ab);
  --banner: light-dark(#fff3d6, #3a3017);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
.banner { margin: 0; padding: .6rem 1rem; background: var(--banner); text-align: center; font-size: .875rem;
  text-wrap: balance; }
main { padding: 1.5rem; }
@media (max-width: 29.99rem) { body { background: var(--card); } }
@media (min-width: 30rem) {
  main { max-width: 27rem; margin: clamp(1rem, 6vh, 3rem) auto; padding: 2rem; border: 1px solid var(--line);
    border-radius: .75rem; background: var(--card); }
}
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
.order { margin: 0 0 1.25rem; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
.order p { margin: 0; overflow-wrap: anywhere; }
.amount { font-size: 1.75rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.2; }
.amount span { font-size: 1rem; color: var(--soft); }
.order-id { font-size: .875rem; color: var(--soft); }
.mask, .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .875rem; }
.field-cc_number { grid-column: 1 / -1; }
label { display: block; margin-bottom: .25rem; font-size: .875rem; font-weight: 550; }
input:not([type=hidden]) { width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft); border-radius: .5rem;
  background: var(--card); color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border-color: var(--alert); }
.fault, .alert { margin: .25rem 0 0; color: var(--alert); font-size: .875rem; }
.alert { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid currentColor; border-radius: .5rem; }
.actions { display: grid; gap: .625rem; margin-top: 1.25rem; }
button { padding: .7rem 1rem; border: 1px solid var(--soft); border-radius: .5rem; background: none; color: inherit;
  font: inherit; font-weight: 550; cursor: pointer; }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.quiet { border-color: transparent; color: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.cards { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: .875rem; }
.cards summary { color: var(--soft); cursor: pointer; }
.cards ul { margin: .5rem 0 0; padding: 0; list-style: none; }
.cards button { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; width: 100%;
  padding: .5rem .5rem; border-color: transparent; font-weight: 400; text-align: start; }
.cards button:hover { background: var(--ground); }
.says { color: var(--soft); }
`;
