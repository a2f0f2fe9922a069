import { Refusal } from '../../../server/sandbox/refusal.ts';

/** Replacements for modules that run only in Node. */

/** Replaces `server/gateway/send.ts`: here the companion is given a sender. @throws TypeError */
export function createSender(): never {
  throw new TypeError('A page has no sockets: pass `fetch`');
}

/** Replaces `server/address-list.ts`: here no client has an address. */
export const isAddressOrCidr = (): boolean => false;
export const addressList = () => (): boolean => false;

/** Replaces the sandbox's PDF code. @throws Refusal */
export async function receiptPdf(): Promise<never> {
  const violation = 'must be html';
  throw new Refusal(400, 'This demo runs in the browser and makes no PDF', [
    { field_name: 'format', violation },
  ]);
}
export const signedReceiptPdf = (): Promise<never> => receiptPdf();
