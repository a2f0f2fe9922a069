/** The nodes of the dialog with the bank's page. */

/** What banks ask of a browser: wallets and Secure Payment Confirmation, passkeys, the code of an SMS, their cookies. */
const ALLOWED =
  'payment publickey-credentials-get publickey-credentials-create otp-credentials storage-access'
    .split(' ')
    .map((name) => `${name} *`)
    .join('; ');

/**
 * Scripts, forms and windows of its own (a bank's app opens through them too), but never the shop's page: a bank that
 * breaks out of frames would take the form away, and has the button for the whole page.
 */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-storage-access-by-user-activation';

/** The dialog's nodes, without words; what stands in its frame is loaded once the dialog is in the page. */
export function build(url: string) {
  const button = (className: string) => make('button', { type: 'button', part: 'button', class: className });
  const title = make('h2', { id: 'challenge', part: 'dialog-title', tabindex: '-1', autofocus: '' });
  const of = make('p', { class: 'of' });
  const close = make('button', { type: 'button', part: 'dialog-close' }, '✕');
  const frame = make('iframe', {
    allow: ALLOWED,
    sandbox: SANDBOX,
    // As a page that leads there says it.
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
