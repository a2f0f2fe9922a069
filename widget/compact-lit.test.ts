import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as lit from 'lit';
import * as compact from './compact-lit.ts';

/** What the templates rely on holds for Lit, too: they can be rendered by either. */
const RENDERERS: [string, typeof compact][] = [
  ['the tag', compact],
  ['Lit', lit as unknown as typeof compact],
];

describe.each(RENDERERS)('rendered by %s', (name, { html, svg, nothing, render }) => {
  let root: HTMLElement;

  beforeEach(() => {
    root = document.createElement('div');
  });

  /** The markup without the comments that mark the places of values. */
  const shown = (value: unknown): string => {
    render(value, root);
    return root.innerHTML.replace(/<!--.*?-->/g, '');
  };

  /** Renders the same template with each value. */
  const inTurn = (template: (value: unknown) => unknown, ...values: readonly unknown[]): string[] =>
    values.map((value) => shown(template(value)));

  describe('a value between tags', () => {
    test('is a text, which can never be markup', () => {
      expect(inTurn((text) => html`<p>${text}</p>`, '<b>&amp;"', 7, '<i>')).toEqual([
        '<p>&lt;b&gt;&amp;amp;"</p>',
        '<p>7</p>',
        '<p>&lt;i&gt;</p>',
      ]);
    });

    test.each([[nothing], [null], [undefined], ['']])('is absent: %s', (none) => {
      expect(inTurn((text) => html`<p>a ${text} z</p>`, none, 'm', none)).toEqual([
        '<p>a  z</p>',
        '<p>a m z</p>',
        '<p>a  z</p>',
      ]);
    });

    test('is a template among elements that the parser reads before and after it', () => {
      const inner = (text: unknown) => html`<b><i class=${text}></i><u></u></b>`;
      const outer = (value: unknown) => html`<p><s></s>${value}<br /><em id=${'e'}></em></p>`;
      expect(inTurn(outer, inner('x'), 'text', inner('y'))).toEqual([
        '<p><s></s><b><i class="x"></i><u></u></b><br><em id="e"></em></p>',
        '<p><s></s>text<br><em id="e"></em></p>',
        '<p><s></s><b><i class="y"></i><u></u></b><br><em id="e"></em></p>',
      ]);
    });

    test('is a list that grows and shrinks, and keeps the elements of those that stay', () => {
      const list = (texts: readonly string[]) =>
        html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
      expect(shown(list(['a', 'b']))).toBe('<ul><li>a</li><li>b</li></ul>');
      const [first] = root.querySelectorAll('li');
      expect(shown(list(['A', 'b', 'c']))).toBe('<ul><li>A</li><li>b</li><li>c</li></ul>');
      expect(shown(list(['z']))).toBe('<ul><li>z</li></ul>');
      expect(root.querySelector('li')).toBe(first);
      expect(shown(list([]))).toBe('<ul></ul>');
      expect(shown(list(['n']))).toBe('<ul><li>n</li></ul>');
    });

    test('is an element of its own in a drawing that is shown already', () => {
      inTurn((shape) => html`<svg>${shape}</svg>`, nothing, svg`<path d=${'M0 0h1'} />`);
      expect(root.querySelector('path')).toBeInstanceOf(SVGPathElement);
    });

    test.skipIf(name === 'Lit')(
      'is replaced as a text, not changed: a translation has put other nodes in its place',
      () => {
        shown(html`<p>${nothing}</p>`);
        const template = (text: string) => html`<p>${text}</p>`;
        shown(template('one'));
        const translated = document.createElement('font');
        translated.append('eins');
        root.querySelector('p')?.lastChild?.replaceWith(translated);
        expect(shown(template('one'))).toContain('eins');
        expect(shown(template('two'))).toBe('<p>two</p>');
      },
    );
  });

  describe('an attribute', () => {
    test('is a whole text, which can never end it', () => {
      expect(inTurn((text) => html`<p title=${text}></p>`, 'a" id="b', 'c&lt;')).toEqual([
        '<p title="a&quot; id=&quot;b"></p>',
        '<p title="c&amp;lt;"></p>',
      ]);
    });

    test('is removed by nothing, and empty without a value', () => {
      expect(inTurn((text) => html`<p title=${text}></p>`, nothing, 'a', nothing, undefined)).toEqual([
        '<p></p>',
        '<p title="a"></p>',
        '<p></p>',
        '<p title=""></p>',
      ]);
    });

    test('with a question mark is there or not', () => {
      expect(inTurn((on) => html`<p ?hidden=${on}></p>`, false, true, nothing, 1)).toEqual([
        '<p></p>',
        '<p hidden=""></p>',
        '<p></p>',
        '<p hidden=""></p>',
      ]);
    });

    test('with a point is a property, which is left alone unless the value changes', () => {
      const template = (value: string) => html`<input .value=${value} />`;
      shown(template('a'));
      const input = root.querySelector('input') as HTMLInputElement;
      expect(input.value).toBe('a');
      input.value = 'typed';
      shown(template('a'));
      expect(input.value).toBe('typed');
      shown(template('b'));
      expect(input.value).toBe('b');
    });

    test('with an at sign is a listener, called as last given', () => {
      const [first, second] = [vi.fn(), vi.fn()];
      shown(html`<p></p>`);
      const template = (act: () => void) => html`<button @click=${act}></button>`;
      shown(template(first));
      shown(template(second));
      root.querySelector('button')?.click();
      expect(first).not.toHaveBeenCalled();
      expect(second).toHaveBeenCalledOnce();
    });
  });

  test('a value that cannot be written leaves no place dead', () => {
    const template = (text: unknown) => html`<p>${text}</p>`;
    const broken = {
      toString() {
        throw new Error('broken');
      },
    };
    shown(template('before'));
    expect(() => shown(html`<b>${broken}</b>`)).toThrow('broken');
    expect(shown(template('after'))).toBe('<p>after</p>');
  });

  test('a node is shown by itself, and replaced by a template', () => {
    const node = document.createElement('hr');
    expect(shown(node)).toBe('<hr>');
    expect(shown(html`<br />`)).toBe('<br>');
    expect(node.isConnected).toBe(false);
  });

  test('an object that looks like a template is none', () => {
    const text = ['<script>1</script>'];
    const forged = { strings: Object.assign(text, { raw: text }), values: [], toString: () => 'forged' };
    expect(shown(forged)).toBe('forged');
  });
});
