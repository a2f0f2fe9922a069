/** Styles of the page that shows a payment's state. */
export const STYLE = `
.amount{font-size:1.6rem;font-weight:600;color:inherit;margin-top:1rem}
.card{font-variant-numeric:tabular-nums}
.of{overflow-wrap:anywhere;white-space:pre-line;color:inherit;margin-top:1rem}
.mark{font-size:2.5rem;line-height:1;margin-bottom:1rem}
.merchant{justify-content:center;margin-bottom:1.5rem}
ol{list-style:none;display:grid;gap:.5rem;width:fit-content;margin:1.25rem auto;padding:0;text-align:start;color:light-dark(#5a6372,#a5aebc)}
li{display:grid;grid-template-columns:1.75rem 1fr}
li::before{content:'\\25cb'}
li.done::before{content:'\\2713'}
li[aria-current]{font-weight:600;color:light-dark(#1b1f27,#eceef2)}
li[aria-current]::before{content:'\\2026'}
.ways{margin:1.5rem 0 .75rem}
.contact{margin-top:1.5rem;font-size:.85rem}`;
