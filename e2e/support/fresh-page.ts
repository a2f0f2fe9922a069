import { beforeAll } from 'vitest';

/** The runner's page before the first file; this module is loaded once per file. */
interface FirstPage {
  head: ReadonlySet<Node>;
  root: readonly (readonly [name: string, value: string | null])[];
}

const { documentElement: root, head, body } = document;
const shared = globalThis as { firstPage?: FirstPage };
const first = (shared.firstPage ??= {
  head: new Set(head.childNodes),
  root: ['lang', 'dir', 'style', 'class'].map((name) => [name, root.getAttribute(name)]),
});

/** All files of element tests share a page: this removes what earlier files left in it. */
beforeAll(() => {
  const added = [...head.childNodes].filter((node) => !first.head.has(node));
  for (const node of added) node.remove();
  for (const [name, value] of first.root) {
    if (value === null) root.removeAttribute(name);
    else root.setAttribute(name, value);
  }
  body.replaceChildren();
  document.adoptedStyleSheets = [];
  sessionStorage.clear();
  localStorage.clear();
});
