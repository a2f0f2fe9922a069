import { createHash } from 'node:crypto';
import { isNamedByContent, type WidgetFile } from '../routes/widget.ts';

/** The purpose of a script, by the beginning of its name; the first match counts. */
const PURPOSES: readonly (readonly [begin: string, why: string])[] = [
  ['pay-form.js', 'The payment form: validates the input and sends it to the companion'],
  ['frame.js', 'The payment form in its own frame (isolated); loaded there only'],
  ['pay-form-challenge-dialog.', 'Shows the bank’s 3-D Secure page in a dialog'],
  ['pay-form-saved-cards.', 'Shows the customer’s saved cards'],
  ['pay-form-isolated.', 'Embeds the frame of an isolated form in the page'],
];

/** The purpose of a script of the widget, in a sentence (PCI DSS 4.0.1, 6.4.3). */
function purposeOf(name: string): string {
  const known = PURPOSES.find(([begin]) => name.startsWith(begin))?.[1];
  const language = /^pay-form-([a-z]{2}(?:-[a-z]+)?)\.js$/.exec(name)?.[1];
  return known ?? (language ? `Texts in the language ${language}` : 'A part of the payment form');
}

/**
 * Every script that the widget may load, as CSV: address, hash, purpose.
 * @param base where the companion serves them, without a trailing slash
 */
export function scriptInventory(files: readonly WidgetFile[], base: string): string {
  const lines = files.map((file) => [
    addressOf(base, file.name),
    sriOf(file.body),
    `"${purposeOf(file.name)}"`,
  ]);
  return [['script', 'integrity', 'purpose'], ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

const ENTRY = 'pay-form.js';

/**
 * The script tag with the widget's hash, and an import map with the hash of every file that it loads later. Files that
 * keep their name over releases get the address of this one: browsers may have cached another, and what is loaded later
 * imports `pay-form.js`, all of which would otherwise be loaded a second time.
 * @param base where the companion serves them, without a trailing slash
 */
export function widgetTags(files: readonly WidgetFile[], base: string): string {
  const ours = files.filter(({ name }) => name !== 'frame.js');
  const pinned = (file: WidgetFile): string => addressOf(base, pinnedName(file));
  const renamed = ours.filter(({ name }) => !isNamedByContent(name));
  const later = ours.filter(({ name }) => name !== ENTRY);
  const map = {
    imports: Object.fromEntries(renamed.map((file) => [addressOf(base, file.name), pinned(file)])),
    integrity: Object.fromEntries(later.map((file) => [pinned(file), sriOf(file.body)])),
  };
  const scripts = ours
    .filter(({ name }) => name === ENTRY)
    .map((file) => {
      const attributes = `src="${pinned(file)}" integrity="${sriOf(file.body)}" crossorigin="anonymous"`;
      return `<script type="module" ${attributes}></script>\n`;
    });
  return [`<script type="importmap">\n${JSON.stringify(map, null, 2)}\n</script>\n`, ...scripts].join('');
}

/** The address of a script, encoded so that it cannot close an attribute. */
export const addressOf = (base: string, name: string): string => new URL(`${base}/${name}`).href;

/** The name under which a file has this content for ever. */
export const pinnedName = ({ name, hash }: WidgetFile): string =>
  isNamedByContent(name) ? name : `${name}?v=${hash}`;

/** The Subresource Integrity value of some content. */
export const sriOf = (body: Uint8Array): string =>
  `sha384-${createHash('sha384').update(body).digest('base64')}`;
