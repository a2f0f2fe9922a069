import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import { languageOf } from '../pages/language.ts';
import { nonceOf, page } from '../pages/page.ts';

/**
 * Tells the page around the frame which payment's customer is back, but not its state, which the page queries from the
 * companion. If the browser reports the framing origin, the message is posted to that origin only, which avoids console
 * warnings about the others.
 */
const SCRIPT = `const { paymentId, origins } = document.currentScript.dataset;
const [around] = location.ancestorOrigins ?? [];
for (const origin of origins.split(' '))
  if (!around || origin === around) parent.postMessage({ type: 'pay-form:returned', paymentId }, origin);`;

/**
 * The page that a returning customer sees in the frame of `challenge="dialog"`, between the bank's page and the end of
 * the dialog.
 * @param own origins of the pages that may frame it and get the message
 */
export async function framedReturn(
  c: Context<AppEnv>,
  paymentId: string,
  own: readonly string[],
): Promise<Response> {
  const language = await languageOf(c);
  const [title, text] = language.texts.returning;
  c.set('ownHeaders', {
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'nonce-${nonceOf(c)}'`,
      `script-src ${await hashOf(SCRIPT)}`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${own.join(' ')}`,
    ].join('; '),
    // This header supports no list of origins: the policy above defines them.
    'x-frame-options': undefined,
  });
  const body = html`<div role="status"><h1>${title}</h1><p>${text}</p></div>
    <script data-payment-id="${paymentId}" data-origins="${own.join(' ')}">${raw(SCRIPT)}</script>`;
  return page(c, { status: 200, language, title, style: STYLE, body });
}

/** The dialog around it has its own border. */
const STYLE = `
body{background:none}main{background:none;border:0;box-shadow:none}`;

/** The name of an inline script in a policy (Content Security Policy Level 3, hash-source). */
async function hashOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
