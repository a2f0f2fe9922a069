import type { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** A path of the shop on its host: the shop may stand in a folder there. */
export function pathOf(shopUrl: string, path: string): string {
  return new URL(shopUrl).pathname.replace(/\/$/, '') + path;
}
