/** Styles of the page that shows a payment's state. */
export const STYLE = `
section{display:grid;gap:.25rem;margin:1.75rem 0 1.5rem;padding:1.25rem;border:1px solid var(--hairline);border-radius:.875rem}
section p{margin:0}
.of{white-space:pre-line;color:var(--muted)}
.button+.button.other{margin-top:.75rem}
ol{list-style:none;display:grid;gap:.75rem;margin:1.5rem 0;padding:0;text-align:start;color:var(--muted)}
li{display:grid;grid-template-columns:1.5rem 1fr}
li::before{content:'';box-sizing:border-box;width:.625rem;height:.625rem;margin-top:.4375rem;border:2px solid var(--line);border-radius:50%}
li.done::before{border:5px solid var(--positive)}
li[aria-current]{font-weight:600;color:light-dark(#1b1f27,#eceef2)}
li[aria-current]::before{border:5px solid var(--accent)}`;
