import type { Order } from './contract/order.ts';
import type { PeerSource } from './node/peer-address.ts';

/** The values that the middleware puts into a request's context. */
export interface AppEnv {
  /** passed by the server; Node's has the connection */
  Bindings: PeerSource & { outgoing?: { socket: { destroy(): void } | null } };
  Variables: {
    requestId: string;
    /** set by the order token's check */
    order: Order;
    /** set with it: when the token was issued, in seconds since 1970, or null if unknown */
    issuedAt: number | null;
    /** set with it: whether the token comes from a payment page */
    paymentLink: boolean;
    /** set with it: when the token expires, in seconds since 1970 */
    expiresAt: number;
    /** the customer's address, through trusted proxies only */
    clientIp: string;
    /** nonce of the answer's style sheet, if it is a page */
    secureHeadersNonce: string;
    /** headers that replace those of every answer; undefined removes one */
    ownHeaders?: Record<string, string | undefined>;
  };
}
