import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Language } from './language.ts';

/** Styles of the mark above a title. */
const MARK_STYLE = `
.mark{box-sizing:border-box;width:3.5rem;height:3.5rem;margin:0 auto 1.25rem;padding:.875rem;border-radius:50%;color:color-mix(in srgb,currentcolor 75%,transparent);background:color-mix(in srgb,currentcolor 12%,transparent)}
.mark.done{color:var(--positive)}
.mark.failed{color:var(--negative)}
.mark:is(.waiting,.action){color:var(--accent)}
.mark svg{display:block;fill:none;stroke:currentcolor;stroke-width:2.25;stroke-linecap:round;stroke-linejoin:round}
@media(prefers-reduced-motion:no-preference){.mark.done path{stroke-dasharray:1;animation:draw .3s .1s ease-out both}}
@keyframes draw{from{stroke-dashoffset:1}to{stroke-dashoffset:0}}`;

/** The colours, sizes and controls of the tag, so that a payment has one look from the form to its result. */
const STYLE = `
:root{color-scheme:light dark;font:100%/1.5 system-ui,sans-serif;--accent:light-dark(#2450d6,#9db8ff);--on-accent:light-dark(#fff,#0b1430);--surface:light-dark(#fff,#1f2229);--positive:light-dark(#12703c,#7fe0a8);--negative:light-dark(#b3261e,#ffaca4);--muted:color-mix(in srgb,currentcolor 68%,transparent);--line:color-mix(in srgb,currentcolor 50%,transparent);--hairline:color-mix(in srgb,currentcolor 14%,transparent)}
body{box-sizing:border-box;margin:0;padding-block:1.5rem;min-height:100dvh;display:grid;place-items:center;background:light-dark(#f6f7f9,#14161b);color:light-dark(#1b1f27,#eceef2)}
main{box-sizing:border-box;width:min(28rem,100% - 2rem);padding:2.5rem 2.25rem;border:1px solid var(--hairline);border-radius:.875rem;background:var(--surface);box-shadow:0 1px 2px rgb(0 0 0/4%),0 12px 32px rgb(0 0 0/5%);text-align:center}
h1{font-size:1.375rem;line-height:1.3;font-weight:650;letter-spacing:-.01em;margin:0 0 .5rem;text-wrap:balance;overflow-wrap:anywhere}
p{margin:.25rem 0;text-wrap:pretty;overflow-wrap:anywhere}
main>p:not(.merchant),.contact,.id,.card{color:var(--muted)}
:lang(ja){word-break:auto-phrase}:lang(ko){word-break:keep-all}
a{color:var(--accent);text-underline-offset:.2em}
.merchant{display:flex;align-items:center;gap:.75rem;margin:0 0 1.75rem;font-weight:600}
.merchant img{display:block;max-width:10rem;height:2.5rem;object-fit:contain}
main>.merchant{justify-content:center}
.amount{font-size:1.75rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.id,.card,.contact,.detail{font-size:.875rem}
.card{font-variant-numeric:tabular-nums}
.contact{margin-top:1.75rem}
.button,button{font:inherit;font-size:1.0625rem;font-weight:600;box-sizing:border-box;display:grid;place-items:center;width:100%;min-height:3.25rem;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);box-shadow:inset 0 1px 0 rgb(255 255 255/12%),0 1px 2px rgb(0 0 0/20%);text-align:center;text-decoration:none;cursor:pointer}
.button.other{background:none;color:inherit;box-shadow:inset 0 0 0 1px var(--hairline);font-size:1rem;font-weight:500;min-height:3rem}
@media(hover:hover){.button:hover,button:hover{background:color-mix(in srgb,var(--accent) 88%,light-dark(#000,#fff))}.button.other:hover{background:color-mix(in srgb,currentcolor 5%,transparent)}}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media(prefers-reduced-motion:no-preference){.button,button{transition:background-color .15s,transform .15s}.button:active,button:active{transform:scale(.985)}}
@media(max-width:34rem){body{background:var(--surface)}main{width:100%;padding-inline:1.25rem;border:0;border-radius:0;box-shadow:none}}
@media(forced-colors:active){.button,button{background:ButtonText;color:ButtonFace;forced-color-adjust:none}.button.other{background:ButtonFace;color:ButtonText;border:1px solid ButtonText}}${MARK_STYLE}`;

export interface PageOptions {
  status: number;
  language: Language;
  title: string;
  /** additional elements of the head */
  head?: unknown;
  /** added to the styles of all pages */
  style?: string;
  body: unknown;
}

/** A page of the companion. Its one style sheet has the answer's nonce. It is not cached and not indexed. */
export function page(c: Context, options: PageOptions): Response | Promise<Response> {
  const { status, language, title, head = '', style = '', body } = options;
  // The policy of a page whose script reads this one refuses this answer's nonce.
  const isRead = c.req.header('sec-fetch-dest') === 'empty';
  const styles = isRead ? '' : html`<style nonce="${nonceOf(c)}">${raw(STYLE + style)}</style>`;
  const dir = language.dir === 'rtl' ? raw(' dir="rtl"') : '';
  c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex');
  c.status(status as 200);
  return c.html(
    html`<!doctype html>
<html lang="${language.tag}"${dir}>
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
${styles}${head}
</head>
<body><main>${body}</main></body>
</html>`,
  );
}

/**
 * The Content-Security-Policy of a page that runs one inline script, named by its hash (Content Security Policy Level 3,
 * hash-source).
 */
export async function scriptPolicy(
  c: Context,
  { script, connect = "'none'", ancestors = ["'none'"] }: ScriptPolicy,
): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonceOf(c)}'`,
    `script-src 'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`,
    `connect-src ${connect}`,
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

interface ScriptPolicy {
  script: string;
  /** what it may fetch; default: nothing */
  connect?: string;
  /** pages that may frame it; default: none */
  ancestors?: readonly string[];
}

/** The nonce of the answer's style sheet. */
export function nonceOf(c: Context): string {
  return String(c.get('secureHeadersNonce' as never) ?? '');
}

/** The shapes of the marks, as lines in a square of 24 units. */
const SHAPES = {
  done: 'M5.5 12.5l4.5 4.5 8.5-9.5',
  failed: 'M7.5 7.5l9 9M16.5 7.5l-9 9',
  waiting: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  returned: 'M9 6L5 10l4 4M5.5 10H14a4.5 4.5 0 0 1 0 9h-2.5',
  action: 'M12 3L5 5.8V11c0 4.6 2.9 8 7 10 4.1-2 7-5.4 7-10V5.8zM9 12l2.2 2.2 4-4.2',
  notice: 'M12 6.5v6.5M12 17v.01',
} as const;

export type MarkName = keyof typeof SHAPES;

/** The mark above a page's title. The title says the same. */
export function mark(name: MarkName) {
  return html`<div class="mark ${name}" aria-hidden="true"><svg viewBox="0 0 24 24"><path pathLength="1" d="${raw(SHAPES[name])}"/></svg></div>`;
}

/** A text with a value at the place of its `{}`, isolated from the direction of the words around it. */
export function filled(text: string, value: string) {
  const [before, after] = text.split('{}');
  return html`${before}<bdi>${value}</bdi>${after}`;
}

/** Joins sentences; Chinese and Japanese have no space between them. */
export const sentences = (...all: readonly string[]): string => all.join(' ').replaceAll('。 ', '。');
