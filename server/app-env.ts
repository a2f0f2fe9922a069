import type { Order } from './contract/order.ts';
import type { PeerSource } from './peer-address.ts';

/** What the middleware puts into a request's context. */
export interface AppEnv {
  /** what the server hands along; Node's gives the connection */
  Bindings: PeerSource & { outgoing?: { socket: { destroy(): void } | null } };
  Variables: {
    requestId: string;
    /** set by the order token's check */
    order: Order;
    /** set with it: when the token was issued, in seconds since 1970, or null where it does not say */
    issuedAt: number | null;
    /** set with it: whether the token stands on a payment page */
    viaLink: boolean;
    /** the customer's address, through trusted proxies alone */
    clientIp: string;
    /** of the answer's style sheet, where it is a page */
    secureHeadersNonce: string;
    /** headers in place of those that every answer has; undefined leaves one out */
    ownHeaders?: Record<string, string | undefined>;
  };
}
