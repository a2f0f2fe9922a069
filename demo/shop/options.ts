import type { DemoClock } from '../clock.ts';

/** `fetch` for paths below an address, with its key if it has one. */
export type Ask = (path: string, init?: RequestInit) => Response | Promise<Response>;

export interface ShopOptions {
  /** origin of the shop */
  url: string;
  /** base address of the companion */
  companion: string;
  orderSecret: string;
  merchantWebhookSecret: string;
  /** the built page: an HTML document with slots */
  page: () => string;
  /** the sandbox's control API, below `/_sandbox/`: `requests`, `orders/KW-1/state` */
  sandbox: Ask;
  /** the companion's merchant API, below `/api/`: `orders/KW-1/refund` */
  merchantApi: Ask;
  clock: DemoClock;
}

/** The shop's orders by their ids. */
export type Orders = Map<string, ShopOrder>;

export interface ShopOrder {
  id: string;
  lines: OrderLine[];
  /** whether it is the cart's, and not one of the panel or the tour */
  fromCart: boolean;
  /** the order's amount, minor units */
  minor: number;
  /** statuses reported by the companion's webhooks that agree with the order */
  deliveries: { status: string; paymentId: string }[];
  /** the last messages about the order, oldest first, also those with an invalid signature */
  messages: ShopMessage[];
}

export interface OrderLine {
  productId: string;
  name: string;
  quantity: number;
  /** for all pieces together, minor units */
  minor: number;
}

/** A message of the companion, and the shop's answer. */
export interface ShopMessage {
  /** milliseconds since 1970 */
  at: number;
  /** `payment.updated`, … */
  type: string;
  status: string;
  /** HTTP status of the shop's answer */
  answered: number;
}
