import { beforeAll } from 'vitest';

/** All files of element tests share a page: each begins with one in which nothing is left of those before. */
beforeAll(() => {
  document.body.replaceChildren();
  document.adoptedStyleSheets = [];
  sessionStorage.clear();
});
