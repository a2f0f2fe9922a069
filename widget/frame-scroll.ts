import type { FromFrame } from './frame-protocol.ts';

/** Scrolls the page to a part of a frame, as `scrollIntoView` would. */
export function scrollToPart(frame: HTMLElement, { top, bottom }: FromFrame & { type: 'scroll' }): void {
  if (!Number.isFinite(top) || !Number.isFinite(bottom)) return;
  frame.style.scrollMargin = `${-top}px 0 ${bottom - frame.offsetHeight}px`;
  frame.scrollIntoView({ block: 'nearest' });
  frame.style.scrollMargin = '';
}
