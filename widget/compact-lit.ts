/**
 * Renders Lit's templates: `` html`<p class=${kind} ?hidden=${off} @click=${act}>${text}</p>` ``. The sources of the tag
 * import `lit/html.js`; the build and the element tests put this file in its place. It writes a template out as markup,
 * values included, and parses it once; later renders change only what differs. In a browser that has just loaded the
 * page that takes less than half the time of setting every value by a call, as Lit does.
 *
 * A value is a whole attribute, `?` makes it a boolean one, `.` a property, `@` a listener. A value between tags is a
 * text, a template, or a list of these; a node is shown only by itself. Directives are unknown. Elements that are bound
 * must not be moved by the parser, as rows of tables are.
 */

/** Markup with values; shown by {@link render}. */
export class Template {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];

  constructor(strings: TemplateStringsArray, values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** Shows nothing between tags, and removes an attribute. */
export const nothing = Symbol('nothing');

export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): Template =>
  new Template(strings, values);

/** The parser takes the namespace of the place where a template is shown. */
export const svg: typeof html = (strings, ...values) => new Template(strings, values);

/** A piece of markup, and the value after it. */
interface Part {
  markup: string;
  /** elements and comments that begin in it */
  steps: number;
  kind: string;
  /** of the attribute; empty between tags */
  name: string;
  /** whether the parent element ends with it */
  isLast: boolean;
}

/** A template that is shown. */
interface Shown {
  strings: TemplateStringsArray;
  values: readonly unknown[];
  /** of each value */
  places: (Element | Gap)[];
}

/** The space between two nodes that a value fills. */
interface Gap {
  start: ChildNode;
  /** null: up to the end of the parent */
  end: Node | null;
  content: string | Node | Shown | Gap[];
}

interface Policy {
  createHTML(text: string): string;
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};

/** Pages with Trusted Types allow it by this name. It signs markup with values in it: {@link escaped} is the only guard. */
const policy = trustedTypes?.createPolicy('lit-html', { createHTML: (text) => text });

const known = new WeakMap<TemplateStringsArray, Part[]>();

/**
 * Shows a value in a root.
 * @param value may also be a node
 */
export function render(value: unknown, root: Rendered): void {
  root.shown ??= { start: root.appendChild(new Comment()), end: null, content: '' };
  fill(root.shown, value);
}

/** A root, with what is shown in it. */
type Rendered = (ShadowRoot | Element) & { shown?: Gap };

function partsOf(strings: TemplateStringsArray): Part[] {
  let parts = known.get(strings);
  if (!parts) {
    parts = strings.map((text, index) => {
      const [tail = '', kind = '', name = ''] = /\s+([@.?]?)([\w-]+)=$/.exec(text) ?? [];
      const markup = text.slice(0, text.length - tail.length);
      const steps = markup.split(/<[a-z!]/).length - 1;
      return { markup, steps, kind, name, isLast: strings[index + 1]?.startsWith('</') === true };
    });
    known.set(strings, parts);
  }
  return parts;
}

const textOf = (value: unknown): string =>
  value == null || value === nothing ? '' : `${value as string | number}`;

const escaped = (text: string): string => text.replace(/[&<"]/g, (char) => `&#${char.charCodeAt(0)};`);

function markupOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => `<!>${markupOf(one)}<!>`).join('');
  if (!(value instanceof Template)) return escaped(textOf(value));
  const { strings, values } = value;
  const pieces = partsOf(strings).map(({ markup, kind, name, isLast }, index) => {
    if (index === values.length) return markup;
    const one = values[index];
    return markup + (name ? attributeOf(kind, name, one) : `<!>${markupOf(one)}${isLast ? '' : '<!>'}`);
  });
  return pieces.join('');
}

function attributeOf(kind: string, name: string, value: unknown): string {
  if (/[@.]/.test(kind) || value === nothing || (kind && !value)) return '';
  return ` ${name}="${kind ? '' : escaped(textOf(value))}"`;
}

/** Parses a value and inserts it at the end of a gap. Returns what is shown. */
function insert<Content>(gap: Gap, value: unknown, adopt: (walker: TreeWalker) => Content): Content {
  const range = document.createRange();
  range.selectNode(gap.start);
  const markup = markupOf(value);
  const fragment = range.createContextualFragment(policy?.createHTML(markup) ?? markup);
  // 129: elements and comments.
  const content = adopt(document.createTreeWalker(fragment, 129));
  gap.start.parentNode?.insertBefore(fragment, gap.end);
  return content;
}

/** Finds the places of a template's values in its parsed markup. */
function adopt({ strings, values }: Template, walker: TreeWalker): Shown {
  const shown: Shown = { strings, values, places: [] };
  partsOf(strings).forEach(({ steps, kind, name, isLast }, index) => {
    for (let step = 0; step < steps; step += 1) walker.nextNode();
    if (index === values.length) return;
    const element = walker.currentNode as Element;
    if (kind === '@')
      element.addEventListener(name, (event) => (shown.values[index] as (event: Event) => void)(event));
    if (kind === '.') Reflect.set(element, name, values[index]);
    shown.places.push(name ? element : adoptGap(values[index], walker, isLast));
  });
  return shown;
}

function adoptGap(value: unknown, walker: TreeWalker, isLast: boolean): Gap {
  const start = walker.nextNode() as ChildNode;
  const content =
    value instanceof Template
      ? adopt(value, walker)
      : Array.isArray(value)
        ? adoptAll(value, walker)
        : textOf(value);
  return { start, end: isLast ? null : walker.nextNode(), content };
}

const adoptAll = (values: readonly unknown[], walker: TreeWalker): Gap[] =>
  values.map((one) => adoptGap(one, walker, false));

function update(shown: Shown, values: readonly unknown[]): void {
  const before = shown.values;
  shown.values = values;
  const parts = partsOf(shown.strings);
  shown.places.forEach((place, index) => {
    const { kind, name } = parts[index] as Part;
    const value = values[index];
    if (!name) fill(place as Gap, value);
    else if (kind !== '@' && value !== before[index]) write(place as Element, kind, name, value);
  });
}

function write(element: Element, kind: string, name: string, value: unknown): void {
  if (kind === '.') Reflect.set(element, name, value);
  else if (kind) element.toggleAttribute(name, !!value && value !== nothing);
  else if (value === nothing) element.removeAttribute(name);
  else element.setAttribute(name, textOf(value));
}

function fill(gap: Gap, value: unknown): void {
  const { content } = gap;
  if (value instanceof Template) {
    if ((content as Shown).strings === value.strings) return update(content as Shown, value.values);
    clear(gap);
    gap.content = '';
    gap.content = insert(gap, value, (walker) => adopt(value, walker));
  } else if (Array.isArray(value)) {
    if (!Array.isArray(content)) {
      clear(gap);
      gap.content = [];
    }
    fillList(gap, gap.content as Gap[], value);
  } else {
    const shown = value instanceof Node ? value : textOf(value);
    if (shown === content) return;
    clear(gap);
    gap.content = shown;
    // Never changes a text in place: a browser that translates the page has put other nodes there.
    if (shown) gap.start.parentNode?.insertBefore(shown instanceof Node ? shown : new Text(shown), gap.end);
  }
}

/** Items keep their places, so that inputs keep what was typed. */
function fillList(gap: Gap, gaps: Gap[], values: readonly unknown[]): void {
  const rest = gaps[values.length];
  if (rest) clear(gap, rest.start);
  gaps.length = Math.min(gaps.length, values.length);
  gaps.forEach((one, index) => fill(one, values[index]));
  const more = values.slice(gaps.length);
  if (more.length) gaps.push(...insert(gap, more, (walker) => adoptAll(more, walker)));
}

function clear({ start, end }: Gap, from = start.nextSibling): void {
  for (let node = from; node && node !== end; ) {
    const next: ChildNode | null = node.nextSibling;
    node.remove();
    node = next;
  }
}
