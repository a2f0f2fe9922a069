import type { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** A path of the shop on its host: the shop may be in a subfolder. */
export function pathOf(shopUrl: string, path: string): string {
  return new URL(shopUrl).pathname.replace(/\/$/, '') + path;
}
