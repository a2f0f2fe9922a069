/** The shop's built pages (`index`, `cart`, `checkout`, `thanks`, `missing`): complete HTML documents with slots. */
export interface Pages {
  read(name: string): string | Promise<string>;
}

/**
 * The sandbox's control API, as `fetch` below `/_sandbox/`.
 * @param path for instance `requests`, `orders/KW-1/state`
 */
export type SandboxControl = (path: string, init?: RequestInit) => Response | Promise<Response>;

/** Stores the shop's orders. */
export interface OrderBook {
  find(id: string): ShopOrder | undefined | Promise<ShopOrder | undefined>;
  save(order: ShopOrder): void | Promise<void>;
}

export interface ShopOrder {
  id: string;
  lines: OrderLine[];
  /** whether it is the cart's, and not one of the panel or the tour */
  fromCart: boolean;
  /** the order's amount, minor units */
  minor: number;
  /** statuses reported by the companion's webhooks that agree with the order */
  deliveries: { status: string; paymentId: string }[];
  /** every message of the companion about the order, oldest first; of those with an invalid signature, only the last 50 */
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

export interface ShopOptions {
  /** the shop's address, including its folder if it has one */
  url: string;
  /** base address of the companion */
  companion: string;
  orderSecret: string;
  merchantWebhookSecret: string;
  pages: Pages;
  sandbox: SandboxControl;
}

/** An order book in memory. */
export function ordersInMemory(): OrderBook {
  const orders = new Map<string, ShopOrder>();
  return {
    find: (id) => orders.get(id),
    save: (order) => {
      orders.set(order.id, order);
    },
  };
}
