/**
 * The versions of one part of Lit in built code, one for each copy. Every copy adds its own to a list of the page.
 * @param list `litHtmlVersions`, `litElementVersions` or `reactiveElementVersions`
 */
export const litVersions = (code: string, list: string): string[] =>
  [...code.matchAll(new RegExp(`${list} ?\\?\\?= ?\\[\\]\\)\\.push\\(["'\`]([^"'\`]+)`, 'g'))].map(
    ([, version = '']) => version,
  );
