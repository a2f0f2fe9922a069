import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { dialog } from '../../../widget/challenge/challenge-dialog.texts.ts';
import { texts } from '../../../widget/messages/en.ts';
import { saved } from '../../../widget/saved-cards/saved-cards.texts.ts';
import { COMMANDS, findCommand } from '../../cli/commands.ts';
import { declineReason } from '../../contract/decline-reason.ts';
import * as views from '../../contract/merchant-api.ts';
import { OPERATION_EXAMPLES, PAYMENT_EXAMPLES } from '../../contract/message-examples.ts';
import { orderFields } from '../../contract/order.ts';
import { PROBLEMS } from '../../contract/problem.ts';
import { RULE_TEXTS } from '../../contract/rule-texts.ts';
import { TRANSITIONS } from '../../payments/order/payment.ts';
import { openCompanion } from '../../testing/companion.ts';
import {
  apiCalls,
  filesIn,
  metricsText,
  namesOf,
  readTags,
  sourceOf,
  type Tag,
  typeIn,
} from './testing/code.ts';
import { block, blocks, codeWords, PAGES, readPage, ROOT, rows, section } from './testing/page.ts';

/** Compares names on the pages with those of the code. */

type Names = readonly string[];

/** What a pattern finds, or its group if it has one. */
const found = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole);
const coded = (names: Names): string[] => names.map((name) => `\`${name}\``);
const bare = (cell = ''): string => cell.replaceAll(/`|\(.*\)/g, '').trim();
const keysOf = ({ shape }: { shape: object }): string[] => Object.keys(shape);
const fieldsOf = (path: string, type: string): string[] => found(/^ {2}(\w+)\??:/gm, typeIn(path, type));
/** A page, or the section under a heading of it. */
const part = (path: string, heading = ''): string =>
  heading ? section(readPage(path), heading) : readPage(path);
/** The words of string literals that no value interrupts. */
const fixedWords = (source: string): string[] =>
  [...source.matchAll(/'([^'\n]*)'|`([^`]*)`/g)]
    .flatMap(([, plain = '', template = '']) => [plain, ...template.split(/\$\{[^}]*\}/)])
    .map((words) => words.trim())
    .filter((words) => /\w{2}/.test(words));
/** Each text of a group after its path. */
const flat = (group: object, above = ''): string[] =>
  Object.entries(group).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [`${above}${key}: ${value}`] : flat(value, `${above}${key}.`),
  );

const API = 'docs/merchant-api.md';
const TAGS_PAGE = 'docs/tags.md';
const HELP = 'docs/troubleshooting.md';
const SETTINGS = found(/^ {2}([A-Z][A-Z_]+): /gm, readPage('server/settings.ts'));
const PHASES = found(/'(\w+)'/g, typeIn('widget/checkout/phases.ts', 'Phase'));
const { engines, exports, scripts } = JSON.parse(readPage('package.json')) as {
  engines: { node: string };
  exports: object;
  scripts: object;
};
const CALLS = await apiCalls();
const METRICS = await metricsText();
const ALERTS = block(readPage('docs/prometheus.md'), 'yaml', 'groups:');
const TAGS = readTags();
const [FORM] = TAGS as [Tag];

const FILES = ['server', 'widget', 'demo', 'e2e', 'docs'].flatMap((one) => filesIn(one, /\.(js|ts|md)$/));
const CODE = FILES.filter((path) => /(?<!names\.test)\.(js|ts)$/.test(path)).map(readPage);
/** A citation may be wrapped to the next line of its comment. */
const CITING = CODE.map((text) => text.replaceAll(/\s*\n\s*(?:(?:\*|\/\/)\s)?/g, ' ')).join('\n');
const RULE = String.raw`\d+\.\d+(?:, \d+\.\d+)*`;
const CITED = found(new RegExp(`\\(interface (${RULE})\\)`, 'g'), CITING).flatMap((some) => some.split(', '));

it.each<[path: string, heading: string, inCode: Names, column?: number]>([
  ['docs/settings.md', '', SETTINGS],
  [API, '### Read an order', keysOf(views.orderViewSchema)],
  [API, '## Messages', keysOf(views.messageViewSchema)],
  [API, '### A payment', keysOf(views.paymentViewSchema)],
  [API, '### An operation', keysOf(views.operationViewSchema)],
  [TAGS_PAGE, '### The payment', fieldsOf('server/contract/checkout-api.ts', 'PaymentView')],
  [TAGS_PAGE, '## Phases and states', PHASES],
  [TAGS_PAGE, '## Phases and states', PHASES.map((phase) => `:state(${phase})`), 1],
  ['docs/going-live.md', '## What needs review', views.reviewViewSchema.shape.reason.options],
  ['docs/declines.md', '## What is not a failure', ['pending', 'unknown', 'success']],
  ['docs/gateway.md', '## What is used', Array.from({ length: 12 }, (_, at) => String(at + 1))],
])('%s %s: the table has what the code has, and nothing else', (path, heading, inCode, column = 0) => {
  const cells = rows(part(path, heading)).map((row) => row[column] ?? '');
  expect(cells.flatMap((cell) => found(/`([^`/][^`]*)`|^\d+$/g, cell)).toSorted()).toEqual(inCode.toSorted());
});

/** The rows of the tags' page that are of a tag, each with its name bare. */
const rowsOf = (heading: string, { tagName }: Tag): string[][] =>
  rows(part(TAGS_PAGE, `## ${heading}`))
    .filter(([, tags = '']) => tags === 'all' || tags.split(', ').includes(tagName.replace('pay-', '')))
    .map(([name, ...rest]) => [bare(name), ...rest]);
const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

it.each(TAGS)('docs/tags.md has what <$tagName> has, as its source describes it, and nothing else', (tag) => {
  const { attributes = [], members, events, slots, cssParts, cssProperties } = tag;
  const attributeRows = rowsOf('Attributes', tag).filter(([name]) => name !== 'lang');
  const about = (heading: string) => rowsOf(heading, tag).map(([name, , text]) => `${name}: ${text}`);
  const names = (heading: string) => rowsOf(heading, tag).map(([name = '']) => name);
  const content = rows(part(TAGS_PAGE, '## Content')).find(([name]) => name === `\`<${tag.tagName}>\``);
  const described = (list: Tag['cssParts']) =>
    list.map((one) => `${one.name}: ${one.description}`).toSorted();
  const defaults = attributes.map((one) => `${one.name} ${one.default ?? ''}`.trim());
  expect({
    attributes: attributeRows
      .map(([name = '', , values = '']) => [name, ...found(/`([^`]*)` \(default\)/g, values)].join(' '))
      .toSorted(),
    fields: [...attributeRows.map(([name = '']) => camel(name)), ...names('Properties')].toSorted(),
    methods: names('Methods').toSorted(),
    events: names('Events').toSorted(),
    parts: about('Parts').toSorted(),
    properties: about('Custom properties').toSorted(),
    isContentShown: content?.[1] !== 'never',
  }).toEqual({
    attributes: defaults.toSorted(),
    fields: namesOf(members.filter(({ kind }) => kind === 'field')).toSorted(),
    methods: namesOf(members.filter(({ kind }) => kind === 'method')).toSorted(),
    events: namesOf(events).toSorted(),
    parts: described(cssParts),
    properties: described(cssProperties),
    isContentShown: Boolean(slots?.length),
  });
});

const DETAILS = typeIn('widget/events.ts', 'PayEventDetails').matchAll(/'(pay-\w+)': (?:\{ (.*) \}|null);/g);
const SENDERS = ['pay-form', 'pay-element', 'checkout/checkout-controller'].map((one) => `widget/${one}.ts`);
const isSentCancelable = (event: string): boolean =>
  new RegExp(`'${event}', [^\\n]*, true\\)`).test(SENDERS.map(readPage).join('\n'));
const FRAME_STYLES = /\.\.\.'([a-z -]+)'/.exec(readPage('widget/isolated/frame-look.ts'))?.[1] ?? '';
/** The texts of the tag: each with its path in `messages`, the keys of the heading and then the row's own. */
const TEXTS = readPage('docs/texts.md')
  .split(/^#+ /m)
  .filter((text) => text.includes('| key |'))
  .flatMap((text) => {
    const groups = /^`([\w.]+)`/.exec(text)?.[1]?.split('.') ?? [];
    return rows(text).map(([key, words = '', note = '']) => [[...groups, bare(key)].join('.'), words, note]);
  });
const DECLINES = rows(readPage('docs/declines.md').split('\n## ')[0] ?? '');
const EVERY_CODE = Array.from(
  { length: 10_000 },
  (_, number) => `${number} ${declineReason(String(number))}`,
);
const SETTINGS_SCHEMA = readPage('server/settings.ts').split(/^}\);/m)[0] ?? '';
const DEFAULTS = rows(readPage('docs/settings.md'))
  .map(([names = '', standard = '']) => [names.match(/\w+/)?.[0] ?? '', standard] as const)
  .filter(([, standard]) => /^`[^$]*`$/.test(standard) && !SETTINGS.includes(bare(standard)));
function defaultOf(setting: string): string {
  const read = new RegExp(`^ {2}${setting}: .*?\\.(?:default|prefault)\\(([^)]*)\\)`, 'ms');
  return `\`${read.exec(SETTINGS_SCHEMA)?.[1]?.replaceAll(/['_]/g, '')}\``;
}
const EXPRESSIONS = found(/expr: (?:>-\n)?(.*?)(?=\n +(?:for|labels):)/gs, ALERTS);
const ACCESSIBILITY = readPage('docs/accessibility.md');
const STATES = /FORM_STATES = \[(.*?)\]/s.exec(readPage('e2e/support/form-states.ts'))?.[1] ?? '';
const STATES_LISTED = /form's (\d+) states \((.*?)\)/.exec(ACCESSIBILITY) ?? [];

it.each<[what: string, onPage: Names, inCode: Names]>([
  [
    'defaults of settings',
    DEFAULTS.map((one) => one.join()),
    DEFAULTS.map(([one]) => `${one},${defaultOf(one)}`),
  ],
  [
    'calls of the merchant API',
    [...new Set(rows(readPage(API)).flatMap(([cell = '']) => callsIn(codeWords(cell), '')))],
    CALLS.map(shape),
  ],
  [
    'events’ details',
    rowsOf('Events', FORM).map(([name, , detail]) => `${name} ${detail}`),
    [...DETAILS].map(([, event, fields = '']) => {
      const names = found(/(\w+): /g, fields).join(', ');
      return `${event} ${names ? `\`{${names}}\`` : '`null`'}`;
    }),
  ],
  [
    'events that can be cancelled',
    rowsOf('Events', FORM).flatMap(([name = '', , , says]) => (says === 'cannot be cancelled' ? [] : name)),
    namesOf(FORM.events).filter(isSentCancelable),
  ],
  ['states in the docblock', namesOf(FORM.cssStates), PHASES],
  [
    'custom properties that reach the frame of `isolated`, the font as font-family',
    namesOf(FORM.cssProperties).map((name) => name.replace('--pay-', '')),
    ['font', ...FRAME_STYLES.split(' ')],
  ],
  ['texts', TEXTS.map(([path, words]) => `${path}: ${words}`), flat({ ...texts, dialog, saved })],
  [
    'texts with `{}`, which notes explain',
    TEXTS.filter(([, , note]) => note?.includes('`{}`')).map(String),
    TEXTS.filter(([, words]) => words?.includes('{}')).map(String),
  ],
  ['declines’ texts', DECLINES.map(([one, , text]) => `${bare(one)}: ${text}`), flat(texts.outcome.failure)],
  [
    'codes of declines',
    DECLINES.flatMap(([one, codes = '']) => found(/\d{4}/g, codes).map((code) => `${code} ${bare(one)}`)),
    EVERY_CODE.filter((one) => !one.endsWith(' generic')),
  ],
  [
    'checks of doctor --live',
    found(/^\| `(live-[\w-]+)`/gm, readPage('docs/going-live.md')),
    [...new Set(found(/(?<=')live-[\w-]+(?=')/g, sourceOf('server/cli/doctor')))],
  ],
  [
    'metrics',
    found(/^\| (`pay_.*) \|$/gm, readPage('docs/prometheus.md')),
    [...METRICS.matchAll(/^# HELP (pay_\S+) (.*)\n# TYPE \S+ (\w+)$/gm)].map(
      ([, name, about, type]) => `\`${name}\` | ${type} | ${about}`,
    ),
  ],
  ['alerts, each with an expression', EXPRESSIONS.map(() => ''), found(/- alert:/g, ALERTS).map(() => '')],
  [
    'rules of the gateway',
    found(/^- \*\*(\d+\.\d+)\*\* /gm, readPage('docs/interface.md')),
    [...new Set(CITED)],
  ],
  [
    'numbers of the form’s states',
    [String(STATES_LISTED[1]), String(STATES_LISTED[2]?.split(', ').length)],
    [1, 2].map(() => String(STATES.match(/'\w+'/g)?.length)),
  ],
  [
    'transitions',
    rows(part('ARCHITECTURE.md', '### Transitions')).map(([from, , ...to]) => [from, ...to].join()),
    Object.entries(TRANSITIONS).map(([from, to]) =>
      [from, to.init, to.pending, to.success, to.failure].join(),
    ),
  ],
])('page and code have the same %s', (_, onPage, inCode) => {
  expect(inCode).not.toEqual([]);
  expect(onPage.toSorted()).toEqual(inCode.toSorted());
});

const WIDGET = sourceOf('widget');
const RUNTIMES = readPage('e2e/runtimes/run.ts');
const NODES = found(/^ {2}node\((\d+)\)/gm, RUNTIMES).join(', ');
const ENTRIES = Object.keys(exports).filter((path) => path !== './package.json');
const WIDTHS = /ANY = \{ widths: \[(.*?)\]/.exec(readPage('e2e/specs/layout.spec.ts'))?.[1] ?? '';
const GATEWAY_PATHS = found(/['`](\/api\/v1\/[^'`]*)['`?]/g, sourceOf('server/gateway')).map((path) =>
  path.replaceAll(/\$\{[^}]*\}/g, '{}').replace(/\?.*|(?<=\/)\{\}$/, ''),
);
/** Problem codes that operators and the gateway get, not the browser. */
const NOT_FOR_BROWSERS = /^(metrics-key-missing|metrics-key-invalid|signature-invalid|sender-not-allowed)$/;
const OTHER_CODES = /only from the companion's other addresses.*/.exec(readPage(API))?.[0] ?? '';
const BROWSER_CODES = found(/`([a-z-]+)` \d/g, OTHER_CODES).filter((code) => !NOT_FOR_BROWSERS.test(code));
const EXAMPLES = [...Object.values(PAYMENT_EXAMPLES), ...Object.values(OPERATION_EXAMPLES)];
const MESSAGES = EXAMPLES.map(({ value: { type, data } }) => `${type} ${data.method} ${data.status}`);
const MESSAGE_ROWS = rows(readPage('docs/messages.md'))
  .map((row) => row.slice(0, 3).map(bare).join(' '))
  .flatMap((row) => EXAMPLES.map(({ value }) => row.replace(' any ', ` ${value.data.method} `)));
const [TOKEN_LIST = ''] = found(/`autocomplete` tokens \(.*?\)/g, ACCESSIBILITY);
const TOKENS = found(/`([\w-]+)`[,)]/g, TOKEN_LIST).map((token) => `autocomplete: '${token}'`);
const MOVED = rows(part('docs/moving.md', '## Fields of a payment')).map(
  ([, field = '']) => found(/`(\w+)`/g, field)[0] ?? '',
);
const STYLES = [TAGS_PAGE, 'docs/styling.md']
  .map(readPage)
  .flatMap((page) => [...blocks(page, 'css'), ...codeWords(page)])
  .join('\n');
const STYLE_DEFAULTS = rows(part(TAGS_PAGE, '## Custom properties')).flatMap(([name, , , value = '']) =>
  codeWords(value).map((code) => `var(${bare(name)}, ${code})`),
);
/** The name of each series, and its labels. */
const SERIES = EXPRESSIONS.flatMap((one) => found(/\bpay_\w+(?:\{[^}]*\})?/g, one)).map((one) =>
  found(/^\w+|\w+(?==)/g, one).join(' '),
);
/** Whether `/metrics` has a line of this name with these labels. */
function isShown(series: string): boolean {
  const [name, ...labels] = series.split(' ');
  const lines = METRICS.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return lines.some((line) => labels.every((label) => line.includes(`${label}="`)));
}
const FUNCTIONS = found(/`\w+` in \[[^\]]+\]\([^)]+\)/g, readPage('ARCHITECTURE.md'));
function isInItsFile(text: string): boolean {
  const [, name, path = ''] = /`(\w+)` in .*\((.+)\)/.exec(text) ?? [];
  return readPage(path).includes(`function ${name}`);
}
const COMMENTED = CODE.flatMap((text) => found(/\/\*[^]*?\*\/|\/\/ .*/g, text))
  .flatMap((text) => found(/(?<![\w/.*<-])[\w-]+[\w./-]*\.(?:ts|md)\b/g, text))
  .map((name) => `/${name}\n`);

// The text of a page has each of the names of the code.
it.each<[path: string, heading: string, names: Names]>([
  ['docs/commands.md', '', coded(COMMANDS.map(({ name }) => name))],
  ['README.md', '', PAGES.filter((path) => path.startsWith('docs/')).map((path) => `](${path})`)],
  ['README.md', '', [`all ${STATES.match(/'\w+'/g)?.length} states of the form`]],
  [API, '## Problem codes', Object.entries(PROBLEMS).map(([code, [status]]) => `\`${code}\` ${status}`)],
  [API, '## Problem codes', coded(found(/(?<=notAllowed\(')[\w-]+/g, sourceOf('server/payments')))],
  [API, '## Problem codes', coded(Object.keys(RULE_TEXTS))],
  [TAGS_PAGE, '### The problem', coded(fieldsOf('server/contract/problem.ts', 'Problem'))],
  [HELP, '', found(/console\.\w+\((.*?)\);\n/gs, WIDGET).flatMap(fixedWords)],
  [HELP, '', found(/(?:#lose\(|const refusal = )(.*?)\)?;\n/g, WIDGET).flatMap(fixedWords)],
  [HELP, '', coded(fixedWords(typeIn('widget/checkout/problem.ts', 'WidgetProblemCode')))],
  [HELP, '', coded(BROWSER_CODES)],
  ['docs/prometheus.md', '## Metrics', coded(found(/(?<=[{,])(?!le=)(\w+)="/g, METRICS))],
  ['docs/gateway.md', '## What is used', GATEWAY_PATHS],
  ['docs/support.md', '', coded(ENTRIES.map((path) => path.replace('.', 'pay-form')))],
  ['docs/support.md', '', [`| Node | ${engines.node.replace('>=', '')} or newer | ${NODES} |`]],
  [
    'docs/support.md',
    '',
    [`Bun ${found(/bun@(\d+\.\d+)/g, RUNTIMES)[0]}, Deno ${found(/deno@(\d+\.\d+)/g, RUNTIMES)[0]}:`],
  ],
  [
    'docs/support.md',
    '',
    found(/StoreError\('(the tables there [^']*)'\)/g, readPage('server/store/schema.ts')),
  ],
  ['docs/accessibility.md', '', [`layout at ${WIDTHS.replace(/, (\d+)$/, ' and $1')} px`]],
])('%s %s has every name of the code (%#)', (path, heading, names) => {
  const text = part(path, heading)
    .replaceAll('` | ', '` ')
    .replaceAll(/\{\w+\}/g, '{}');
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

it.each<[what: string, onPage: Names, inCode: Names | string]>([
  ['kinds of messages, on their page', MESSAGES, MESSAGE_ROWS],
  ['autocomplete tokens, in the fields', TOKENS, sourceOf('widget/form') + sourceOf('server/contract')],
  ['fields to move to, in the order', MOVED, keysOf(orderFields)],
  ['parts of the styles, in the form', found(/::part\(([\w-]+)\)/g, STYLES), namesOf(FORM.cssParts)],
  ['properties of the styles, in the form', found(/--pay-[\w-]+/g, STYLES), namesOf(FORM.cssProperties)],
  ['states of the styles, in the form', found(/:state\(([\w-]+)\)/g, STYLES), namesOf(FORM.cssStates)],
  ['defaults of properties, in the styles', STYLE_DEFAULTS, readPage('widget/pay-form.styles.ts')],
  ['series of alerts, in the metrics', SERIES, SERIES.filter(isShown)],
  ['functions of ARCHITECTURE.md, in their files', FUNCTIONS, FUNCTIONS.filter(isInItsFile)],
  ['files that comments name, in the repository', COMMENTED, `/${FILES.join('\n/')}\n/ARCHITECTURE.md\n`],
])('there are the %s', (_, names, among) => {
  expect(names).not.toEqual([]);
  expect(names.filter((name) => !among.includes(name))).toEqual([]);
});

/** `GET /balances/accounts[/{id}]` is two calls. */
function callsIn(words: Names, base: string): string[] {
  return words
    .flatMap((word) => /^(?:GET|POST|DELETE) \/[^?\s]+/.exec(word)?.[0] ?? [])
    .filter((call) => call.includes(` ${base}/`) && !call.includes('openapi'))
    .map((call) => shape(call.replace(` ${base}/`, ' /')))
    .flatMap((call) => [call.replace(/\[.*\]/, ''), call.replaceAll(/[[\]]/g, '')]);
}
function shape(call: string): string {
  return call.replaceAll(/\{\w+\}/g, '{}').replace(' /api/', ' /');
}

/** Names of the sandbox, of programs on the pages, and of other software. */
const OTHER_NAMES =
  /^(SANDBOX_PORT|STRICT|BIG_STORE_PAYMENTS|TEST_\w+|NODE_ENV|NODE_OPTIONS|CUSTOM_ELEMENTS_SCHEMA|POSTGRES_\w+|NEW_MERCHANT_API_KEY|PAY_URL|ORDER_TOKEN|AF_.*)$/;
const settingsIn = (page: string): string[] =>
  codeWords(page).flatMap((word) => word.match(/^[A-Z]+(_[A-Z]+)+(?==|$)/)?.[0] ?? []);
const commandsIn = (page: string): string[] =>
  [...blocks(page, 'sh').flatMap((text) => text.split('\n')), ...codeWords(page)]
    .flatMap((line) => /^(?:npx )?pay-form ([a-z].*)$/.exec(line.trim())?.[1] ?? [])
    .map((call) => call.split(/\s+[#>|]/)[0] ?? '');
/** Whether there is such a command, with these options. */
function isCommand(call: string): boolean {
  const words = call.match(/'[^']*'|\S+/g) ?? [];
  const help = words[0] === 'help' ? '' : findCommand(words)?.command.help;
  return found(/(?<= )--[\w-]+/g, call).every((option) => help?.includes(option)) && help !== undefined;
}
const linksIn = (page: string): string[] =>
  found(/\]\(((?!https?:)[^)\s]+)\)/g, page.replaceAll(/^( *)```.*?^\1```/gms, ''));
/** The anchors of a page, as sites that render Markdown generate them. */
const anchors = (path: string): string[] =>
  found(/^#+ (.*)$/gm, readPage(path)).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
function isAlive(link: string, path: string): boolean {
  const [file = '', anchor] = link.split('#');
  const where = file === '' ? path : join(dirname(path), file);
  return existsSync(ROOT + where) && (anchor === undefined || anchors(where).includes(anchor));
}
const OTHER_PAGES = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'server/gateway/README.md',
  'server/sandbox/README.md',
];

it.each<
  [what: string, namesIn: (page: string) => string[], isThere: (name: string, path: string) => boolean]
>([
  ['settings', settingsIn, (name) => SETTINGS.includes(name) || OTHER_NAMES.test(name)],
  ['problem codes', (page) => found(/\b4\d\d `([a-z]+(?:-[a-z]+)+)`/g, page), (code) => code in PROBLEMS],
  ['scripts of npm', (page) => found(/npm run (?:-s )?([\w:]+)/g, page), (name) => name in scripts],
  ['calls', (page) => callsIn(codeWords(page), '/api'), (call) => CALLS.map(shape).includes(call)],
  ['commands, with their options', commandsIn, isCommand],
  ['links', linksIn, isAlive],
])('pages have only %s that are there', (what, namesIn, isThere) => {
  const paths = what === 'links' ? [...PAGES, ...OTHER_PAGES] : PAGES;
  const named = paths.flatMap((path) => namesIn(readPage(path)).map((name) => ({ path, name })));
  expect(named).not.toEqual([]);
  expect(named.filter(({ path, name }) => !isThere(name, path))).toEqual([]);
});

it('comments cite the interface document only by the numbers of its rules', () => {
  const stale = String.raw`\(interface (?!${RULE}\))|\b[Ii]nterface document, (?:[A-Z]|endpoint)|known from (?:beyond|elsewhere)|\b(?:Create payment|States), rules? \d|\(contract,`;
  expect(found(new RegExp(stale, 'g'), CITING)).toEqual([]);
});

/** The calls of the gateway that move no money: any other one must be alerted on. */
const MOVE_NOTHING =
  'account accounts cancelHosted readOperation readOrder receipt receiptsOfDay terminal terminals'.split(' ');

it('Prometheus alerts where the outcome of any call that moves money is unknown, and of no other', () => {
  const calls = found(/^ {2}(\w+)[(:]/gm, typeIn('server/payments/gateway-port.ts', 'Gateway'));
  expect(calls).toEqual(expect.arrayContaining([...MOVE_NOTHING, 'createDirect', 'splitRefund', 'voidAuth']));
  // Prometheus anchors its patterns.
  const isSeen = new RegExp(`^(?:${found(/call=~"([^"]*)",result="unknown"/g, ALERTS)[0]})$`);
  expect(calls.filter((call) => !isSeen.test(call)).toSorted()).toEqual(MOVE_NOTHING.toSorted());
});

it('docs/csp.md says how long files are cached, and a release reaches every page within the hour', async () => {
  const companion = await openCompanion();
  const minutesOf = async (path: string) => {
    const told = (await companion.ask(path)).headers.get('cache-control') ?? '';
    return found(/(?<=(?:max-age|revalidate)=)\d+/g, told).map((seconds) => Number(seconds) / 60);
  };
  const said = rows(part('docs/csp.md', '## Caching')).map(([, cell = '']) =>
    found(/\d+(?= minutes)/g, cell),
  );
  const plain = await minutesOf('/pay-form.js');
  expect(said.map((cell) => cell.map(Number))).toEqual([plain, await minutesOf('/frame'), []]);
  expect(plain.reduce((sum, one) => sum + one)).toBeLessThan(60);
  expect(await minutesOf('/pay-form.js?v=0123456789abcdef')).toEqual([365 * 24 * 60]);
  await companion.deps.store.close();
});
