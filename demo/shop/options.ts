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
