import type { Host } from './host.ts';

export const styles = new CSSStyleSheet();
export interface Challenge {
  close(): void;
}
export function openChallenge(url: string, host: Host): Challenge {
  host.go(url);
  return { close() {} };
}
