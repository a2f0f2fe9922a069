/**
 * Styles of the payment page.
 *
 * The plain form would flash before the tag takes over, and the footer would move when the form appears: with scripts
 * enabled they are shown only if the tag has not loaded, and the footer when the tag has had time to load its language.
 * The page starts at the top because the form grows downwards.
 */
export const PAY_STYLE = `
body{padding-block:clamp(1.5rem,5vh,4rem);place-items:start center}
main{width:min(30rem,100%);padding:2rem clamp(1.25rem,6vw,2.25rem);text-align:start}
header{margin-bottom:1.5rem;padding-bottom:1.5rem;border-bottom:1px solid var(--hairline)}
h1{font-size:.875rem;font-weight:500;letter-spacing:normal;color:var(--muted);margin:0 0 .75rem}
h1 strong{display:block;color:light-dark(#1b1f27,#eceef2);font-size:1.75rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
header p:not(.merchant){white-space:pre-line;color:var(--muted)}
header .merchant{margin-bottom:1.5rem}
footer{display:grid;gap:.5rem;margin-top:1.5rem;font-size:.875rem;color:var(--muted)}
footer p,footer .contact{margin:0;color:inherit}
.lock{display:flex;gap:.5rem}
.lock svg{flex:none;width:1rem;height:1rem;margin-top:.125rem}
pay-form{display:block;min-height:12rem;--pay-accent:var(--accent)}
pay-form::part(panel){padding:.5rem 0;border:0;background:none;box-shadow:none}
form{display:grid;gap:1rem}
label{display:grid;gap:.25rem;font-size:.875rem;font-weight:500}
input{font:inherit;font-size:1rem;font-weight:400;box-sizing:border-box;width:100%;height:3rem;padding:0 .875rem;border-radius:.5rem;border:1px solid var(--line);background:light-dark(#fff,#ffffff0d);color:inherit}
[dir=rtl] :is([type=email],[type=tel],[type=date]){direction:ltr;text-align:right}
input:focus-visible{border-color:var(--accent)}
input[aria-invalid]{border-color:var(--negative);box-shadow:inset 0 0 0 1px var(--negative)}
.fault{margin:.375rem 0 0;font-size:.875rem;color:var(--negative)}
.alert{margin:0;padding:.75rem 1rem;border:1px solid color-mix(in srgb,var(--negative) 35%,transparent);border-radius:.5rem;background:color-mix(in srgb,var(--negative) 7%,transparent);color:var(--negative)}
.hint{margin:-.25rem 0 0;font-size:.875rem;text-align:center;color:var(--muted)}
@media(prefers-reduced-motion:no-preference){input{transition:border-color .15s,box-shadow .15s}}
@media(max-width:34rem){body{padding:0;place-items:start stretch}}
@media(scripting:enabled){pay-form:not(:defined)>*,pay-form:not(:defined)+footer{animation:come 0s 3s both}pay-form+footer{animation:follow 0s .5s both}}
@keyframes come{from{visibility:hidden}}
@keyframes follow{from{visibility:hidden}}`;
