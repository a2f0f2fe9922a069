import type { Context } from 'hono';
import { html } from 'hono/html';
import { type ProblemCode, type ProblemError, PROBLEMS } from '../contract/problem.ts';
import { type Language, languageOf } from './language.ts';
import { mark, type MarkName, page, sentences } from './page.ts';
import type { PageTexts } from './texts.ts';

/** A problem as a page, for browsers without scripts. */
export async function problemPage(c: Context, problem: ProblemError): Promise<Response> {
  const language = await languageOf(c);
  const [title, text] = textsOf(problem, language);
  const fields = problem.errors.map(({ path }) => labelOf(path, language.texts)).join(', ');
  const detail = detailOf(problem);
  const body = html`${mark(MARKS[problem.code] ?? 'notice')}
    <div role="alert"><h1>${title}</h1></div>
    <p>${text}</p>
    ${fields ? html`<p>${fields}</p>` : ''}
    ${detail ? html`<p class="detail" lang="en" dir="ltr">${detail}</p>` : ''}`;
  return page(c, { status: problem.status, language, title, style: STYLE, body });
}

const STYLE = `
.detail{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid var(--hairline)}`;

const MARKS: Partial<Record<ProblemCode, MarkName>> = { 'order-paid': 'done', 'payment-open': 'waiting' };

function textsOf(problem: ProblemError, language: Language): readonly [title: string, text: string] {
  const { link, tag, pending, problem: own } = language.texts;
  const titled: Partial<Record<ProblemCode, readonly [title: string, text: string]>> = {
    'not-found': link.unknown,
    'payment-not-found': link.unknown,
    'order-not-found': link.unknown,
    'order-closed': link.closed,
    'order-paid': [tag.outcome.done.purchase, own.paid],
    'payment-open': [pending, own.open],
  };
  return titled[problem.code] ?? [own.title, sentenceOf(problem, language)];
}

/** The tag's texts for problems that have another code there. */
const SAME: Partial<Record<ProblemCode, string>> = {
  'order-token-missing': 'order-token-invalid',
  'mode-not-allowed': 'mode-not-available',
  // A person comes back to the address of a form: a restored tab, for example.
  'method-not-allowed': 'order-token-invalid',
};

/** The sentence of the tag. */
function sentenceOf({ code, retryAfterS }: ProblemError, { tag, texts }: Language): string {
  const said: Readonly<Record<string, string>> = texts.tag.outcome.problem;
  const text = said[SAME[code] ?? code] ?? texts.tag.outcome.problem.other;
  if (code === 'order-token-expired') return sentences(text, texts.goBack);
  const minutes = new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return text.replace('{}', () => minutes.format(Math.ceil((retryAfterS ?? 60) / 60)));
}

/** The fields of the plain form are named as on the form. */
function labelOf(path: string, { tag }: PageTexts): string {
  const name = path.split('.').at(-1) ?? '';
  return (tag.label as Readonly<Record<string, string>>)[name] ?? name;
}

/** Mistakes of the page that sent the request: its programmer needs the detail. */
const OF_THE_PAGE: readonly ProblemCode[] = [
  'bad-request',
  'body-too-large',
  'invalid-input',
  'mode-not-allowed',
  'order-token-invalid',
  'order-token-missing',
  'order-unsupported',
  'origin-not-allowed',
  'unsupported-media-type',
];

function detailOf({ code, message, errors }: ProblemError): string | null {
  const isCustomers = code === 'invalid-input' && errors.length > 0 && message === PROBLEMS[code][1];
  return OF_THE_PAGE.includes(code) && !isCustomers ? message : null;
}
