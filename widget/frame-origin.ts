let warned = false;

/** Says once a page that a frame of its own origin keeps nobody out. */
export function warnOfOrigin(src: string): void {
  if (warned || new URL(src).origin !== location.origin) return;
  warned = true;
  console.warn('pay-form: isolated keeps scripts out only where src has another origin than the page');
}

/** The companion's base address with a slash at the end, or `src` itself where that is no address. */
export function baseOf(src: string): string {
  const { baseURI } = document;
  return URL.canParse(src, baseURI) ? new URL(src.replace(/\/*$/, '/'), baseURI).href : src;
}
