let warned = false;

/** Warns once per page that a frame of the page's own origin keeps no script out. */
export function warnOfOrigin(src: string): void {
  if (warned || new URL(src).origin !== location.origin) return;
  warned = true;
  console.warn('pay-form: isolated keeps scripts out only if src has another origin than the page');
}

/** The companion's base address with a trailing slash, or `src` itself if it is not a URL. */
export function baseOf(src: string): string {
  const { baseURI } = document;
  return URL.canParse(src, baseURI) ? new URL(src.replace(/\/*$/, '/'), baseURI).href : src;
}
