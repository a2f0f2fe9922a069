/** Styles of the payment page. */

export const NOTICE_STYLE = `
.merchant{justify-content:center;margin-bottom:1.5rem}
.contact{margin-top:1.5rem;font-size:.85rem}`;

/**
 * The plain form would flash before the tag takes over, and the footer would move when the form appears: with scripts
 * enabled they are shown only if the tag has not loaded, and the footer when the tag has had time to load its language.
 * The page starts at the top because the form grows downwards.
 */
export const STYLE = `
body{padding-block:clamp(1.5rem,4vh,4rem);place-items:start center}
main{width:min(30rem,100%);padding:2rem clamp(1.25rem,6vw,2.25rem);text-align:start}
header{margin-bottom:1.75rem;padding-bottom:1.5rem;border-bottom:1px solid light-dark(#e3e6eb,#343944)}
h1{font-size:.95rem;font-weight:500;color:light-dark(#5a6372,#a5aebc);margin:0 0 .75rem}
h1 strong{display:block;font-size:clamp(1.35rem,8.5vw,2.1rem);overflow-wrap:anywhere;line-height:1.25;font-weight:650;letter-spacing:-.01em;color:light-dark(#1b1f27,#eceef2)}
header p{overflow-wrap:anywhere;white-space:pre-line;color:inherit}
header .id{font-size:.85rem;color:light-dark(#5a6372,#a5aebc)}
header .merchant{margin-bottom:1.25rem}
footer{display:grid;gap:.5rem;margin-top:1.5rem;font-size:.85rem}
footer p{margin:0}
.lock{display:flex;gap:.5rem}
.lock svg{flex:none;width:1rem;height:1rem;margin-top:.15rem}
pay-form{display:block;min-height:12rem;--pay-accent:light-dark(#2450d6,#9db8ff)}
pay-form form{display:grid;gap:1rem}
label{display:grid;gap:.25rem;font-size:.9rem;font-weight:500}
input{font:inherit;font-size:1rem;box-sizing:border-box;width:100%;min-height:3rem;padding:.6rem .85rem;border-radius:.6rem;border:1px solid light-dark(#8a93a2,#6d7686);background:light-dark(#fff,#ffffff12);color:inherit}
button{width:100%}
form p{font-size:.85rem;text-align:center}
@media(max-width:34rem){body{padding:0;place-items:start stretch;background:light-dark(#fff,#1f2229)}main{border-radius:0;box-shadow:none}}
@media(scripting:enabled){pay-form:not(:defined)>*,pay-form:not(:defined)+footer{animation:come 0s 3s both}pay-form+footer{animation:follow 0s .5s both}}
@keyframes come{from{visibility:hidden}}
@keyframes follow{from{visibility:hidden}}`;
