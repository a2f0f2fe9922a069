import { beforeAll } from 'vitest';

/** What the runner's page was before the first file; this module is read once for each of them. */
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

/** All files of element tests share a page: each begins with one in which nothing is left of those before. */
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
