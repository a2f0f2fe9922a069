import { plain } from './text.ts';

/**
 * What loads, runs or sends, wherever it stands: tags with their addresses, inline handlers, `javascript:`. The text is
 * not parsed, so that no trick of markup hides a tag; a genuine page writes "<" and ">" only for its tags.
 */
const ACTIVE =
  /<(?:script|link|base|meta|iframe|frame|object|embed|form|template|pay-form)\b[^>]*>?|[\s"'/](?:on[a-z]+|formaction)\s*=|javascript:/gi;
/** Without these a page is no page of the form. */
const NEEDED = /^<(script|pay-form)\b/;
/** The tag's attributes that differ by order and settings. */
const OF_ORDER = / (order|mode)="[^"]*"/g;
const QUOTED = 100;

/**
 * What is active in one page and not in another, and which scripts it lacks, a line each.
 * @param html the served page
 * @param own the page of this release
 */
export function markupFaults(html: string, own: string): string[] {
  const [served, known] = [partsOf(html), partsOf(own)];
  const foreign = served.filter((part) => !known.includes(part));
  const missing = known.filter((part) => NEEDED.test(part) && !served.includes(part));
  return [
    ...foreign.map((part) => `has ${part.slice(0, QUOTED)}, which is not in this release`),
    ...missing.map((part) => `lacks ${part.slice(0, QUOTED)}`),
  ];
}

const partsOf = (html: string): string[] => [
  ...new Set((html.match(ACTIVE) ?? []).map((part) => plain(part.replaceAll(OF_ORDER, '')))),
];
