import type { html } from 'hono/html';
import type { Choice } from './choice.ts';
import type { ShopOrder } from './options.ts';

export type Html = ReturnType<typeof html>;

export interface Page {
  name: 'shop' | 'cart' | 'checkout' | 'thanks' | 'missing';
  title: string;
  choice: Choice;
  /** of the checkout and the order page, which contain a tag */
  order?: ShopOrder;
  main: Html;
}
