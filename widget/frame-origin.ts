let warned = false;

/** Says once a page that a frame of its own origin keeps nobody out. */
export function warnOfOrigin(src: string): void {
  if (warned || new URL(src).origin !== location.origin) return;
  warned = true;
  console.warn('pay-form: isolated keeps scripts out only where src has another origin than the page');
}
