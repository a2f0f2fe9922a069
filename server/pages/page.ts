import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Language } from './language.ts';

const STYLE = `
:root{color-scheme:light dark;font:106.25%/1.55 system-ui,sans-serif}
body{box-sizing:border-box;margin:0;padding-block:1rem;min-height:100dvh;display:grid;place-items:center;background:light-dark(#f5f6f8,#14161a);color:light-dark(#1b1f27,#eceef2)}
main{box-sizing:border-box;width:min(28rem,100% - 2rem);padding:2.5rem 2rem;border-radius:1rem;background:light-dark(#fff,#1f2229);box-shadow:0 1px 2px #0002,0 8px 32px #0001;text-align:center}
h1{font-size:1.35rem;margin:0 0 .5rem;text-wrap:balance}p{margin:.25rem 0;text-wrap:pretty;color:light-dark(#5a6372,#a5aebc)}
:lang(ja){word-break:auto-phrase}:lang(ko){word-break:keep-all}
a{color:light-dark(#0a58ca,#7db2ff)}
.merchant{display:flex;align-items:center;gap:.75rem;font-weight:600;color:inherit;overflow-wrap:anywhere}
.merchant img{display:block;max-width:10rem;height:2.5rem;object-fit:contain}
.contact{overflow-wrap:anywhere}
.button,button{font:inherit;font-weight:600;box-sizing:border-box;display:inline-block;min-height:3rem;padding:.7rem 1.5rem;border:1px solid transparent;border-radius:.6rem;background:light-dark(#2450d6,#9db8ff);color:light-dark(#fff,#0b1430);text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid light-dark(#2450d6,#9db8ff);outline-offset:2px}`;

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
<style nonce="${nonceOf(c)}">${raw(STYLE + style)}</style>${head}
</head>
<body><main>${body}</main></body>
</html>`,
  );
}

/** The nonce of the answer's style sheet. */
export function nonceOf(c: Context): string {
  return String(c.get('secureHeadersNonce' as never) ?? '');
}
