/** Styles of the sandbox's pages, with the colours and sizes of the tag: light and dark, from a phone's width up. */
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
  --banner: light-dark(#fff3d6, #3a3017);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
.banner { margin: 0; padding: .5rem 1rem; background: var(--banner); text-align: center; font-size: .875rem;
  text-wrap: balance; }
main { padding: 1.5rem 1.25rem 2rem; }
@media (max-width: 29.99rem) { body { background: var(--card); } }
@media (min-width: 30rem) {
  main { max-width: 28rem; margin: clamp(1rem, 6vh, 3.5rem) auto; padding: 2.25rem; border: 1px solid var(--line);
    border-radius: .875rem; background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0/4%), 0 12px 32px rgb(0 0 0/5%); }
}
.sign { display: flex; gap: .625rem; align-items: center; margin: 0 0 1.75rem; font-weight: 600; }
.sign svg { flex: none; width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--accent); stroke-width: 1.75;
  stroke-linecap: round; stroke-linejoin: round; }
.sign span { margin-inline-start: auto; color: var(--soft); font-size: .875rem; font-weight: 400; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; }
.order { margin: 0 0 1.5rem; padding: 1rem 1.25rem 1.125rem; border: 1px solid var(--line); border-radius: .875rem; }
.order p { margin: 0; overflow-wrap: anywhere; }
.amount { font-size: 1.75rem; font-weight: 650; letter-spacing: -.01em; font-variant-numeric: tabular-nums; line-height: 1.4; }
.amount span { font-size: 1rem; font-weight: 500; letter-spacing: normal; color: var(--soft); }
.description { color: var(--soft); }
.order .order-id { margin-top: .25rem; font-size: .875rem; color: var(--soft); }
.mask, .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem .75rem; align-items: start; }
.field-cc_number { grid-column: 1 / -1; }
label { display: block; margin-bottom: .25rem; font-size: .875rem; font-weight: 500; }
input:not([type=hidden]) { width: 100%; height: 3rem; padding: 0 .875rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: light-dark(#fff, #ffffff0d); color: inherit; font: inherit; font-variant-numeric: tabular-nums; }
input[aria-invalid] { border-color: var(--alert); box-shadow: inset 0 0 0 1px var(--alert); }
.fault, .alert { margin: .375rem 0 0; color: var(--alert); font-size: .875rem; }
.alert { margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid color-mix(in srgb, var(--alert) 35%, transparent);
  border-radius: .5rem; background: color-mix(in srgb, var(--alert) 7%, transparent); }
button { padding: .7rem 1rem; border: 1px solid var(--edge); border-radius: .5rem; background: none; color: inherit;
  font: inherit; font-weight: 500; cursor: pointer; }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
.actions button { min-height: 3rem; border-color: var(--line); }
.actions .primary { min-height: 3.25rem; border: 0; background: var(--accent); color: var(--on-accent); font-size: 1.0625rem;
  font-weight: 600; box-shadow: inset 0 1px 0 rgb(255 255 255/12%), 0 1px 2px rgb(0 0 0/20%); }
.actions .quiet { border-color: transparent; color: var(--soft); }
@media (hover: hover) {
  .actions button:hover, .cards button:hover { background: color-mix(in srgb, var(--text) 5%, transparent); }
  .actions .primary:hover { background: color-mix(in srgb, var(--accent) 88%, light-dark(#000, #fff)); }
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) {
  button { transition: background-color .15s, transform .15s; }
  .actions button:active { transform: scale(.985); }
}
@media (forced-colors: active) {
  .actions .primary { background: ButtonText; color: ButtonFace; forced-color-adjust: none; }
}
.cards { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: 1.25rem; font-size: .875rem; }
.cards summary { color: var(--soft); cursor: pointer; }
.cards ul { margin: .5rem -.5rem 0; padding: 0; list-style: none; }
.cards button { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; width: 100%;
  padding: .5rem; border-color: transparent; font-weight: 400; text-align: start; }
.says { color: var(--soft); }
`;
