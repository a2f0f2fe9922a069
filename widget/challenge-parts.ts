/** The DOM nodes of the dialog with the bank's page. */

/** Browser features that banks use: wallets and Secure Payment Confirmation, passkeys, SMS codes, their cookies. */
const ALLOWED =
  'payment publickey-credentials-get publickey-credentials-create otp-credentials storage-access'
    .split(' ')
    .map((name) => `${name} *`)
    .join('; ');

/**
 * Allows scripts, forms and popups (a bank's app may open through them), but no navigation of the shop's page: a bank that
 * breaks out of frames would replace the form. The button for the full page serves such a bank.
 */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-storage-access-by-user-activation';

/** Builds the nodes without texts. The bank's page starts to load when the dialog is added to the document. */
export function build(url: string) {
  const button = (className: string) => make('button', { type: 'button', part: 'button', class: className });
  const title = make('h2', { id: 'challenge', part: 'dialog-title', tabindex: '-1', autofocus: '' });
  const of = make('p', { class: 'of' });
  const close = make('button', { type: 'button', part: 'dialog-close' }, '✕');
  const frame = make('iframe', {
    allow: ALLOWED,
    sandbox: SANDBOX,
    // The same as for a redirect to the bank.
    referrerpolicy: 'strict-origin',
    src: url,
  });
  const stage = make('div', { class: 'stage' }, make('span', { class: 'spinner' }), frame);
  const stay = button('');
  const go = button('plain');
  const question = make('p', { id: 'challenge-ask' });
  const ask = make(
    'div',
    { role: 'group', 'aria-labelledby': 'challenge-ask', hidden: '' },
    question,
    make('div', { class: 'choice' }, stay, go),
  );
  const notice = make('p', { hidden: '' });
  const whole = button('link');
  const dialog = make(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'challenge' },
    make('header', {}, make('div', {}, title, of), close),
    stage,
    make('footer', {}, make('div', { role: 'status' }, notice), ask, whole),
  );
  return { dialog, title, of, close, stage, frame, notice, ask, question, stay, go, whole };
}

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
