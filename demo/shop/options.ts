/** The built pages of the shop (`index`, `cart`, `checkout`, `thanks`): whole HTML documents with slots in them. */
export interface Pages {
  read(name: string): string | Promise<string>;
}

/**
 * The control of the sandbox, as `fetch` below `/_sandbox/`.
 * @param path for instance `requests`, `orders/KW-1/state`
 */
export type SandboxControl = (path: string, init?: RequestInit) => Response | Promise<Response>;

/** Where the shop keeps its orders. */
export interface OrderBook {
  find(id: string): ShopOrder | undefined | Promise<ShopOrder | undefined>;
  save(order: ShopOrder): void | Promise<void>;
}

export interface ShopOrder {
  id: string;
  lines: OrderLine[];
  /** what it costs, minor units */
  minor: number;
  /** what the companion's webhooks have reported, as far as it agrees with the order */
  deliveries: { status: string; paymentId: string }[];
  /** every message of the companion about the order, oldest first; of those with a wrong signature, the last 50 */
  messages: ShopMessage[];
}

export interface OrderLine {
  productId: string;
  name: string;
  quantity: number;
  /** of all pieces together, minor units */
  minor: number;
}

/** A message of the companion to the shop, and the shop's answer. */
export interface ShopMessage {
  /** milliseconds since 1970 */
  at: number;
  /** `payment.updated`, … */
  type: string;
  status: string;
  /** HTTP status that the shop answered */
  answered: number;
}

export interface ShopOptions {
  /** address of this shop; where it is in a folder, with the folder */
  url: string;
  /** base address of the companion */
  companion: string;
  orderSecret: string;
  merchantWebhookSecret: string;
  pages: Pages;
  sandbox: SandboxControl;
  /** Default: in memory, as long as the process lives. */
  orders?: OrderBook;
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
