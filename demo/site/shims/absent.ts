import { Refusal } from '../../../server/sandbox/refusal.ts';

/** What a browser has not: stands in for modules that only Node can run. */

/** Of `server/gateway/send.ts`: here the companion is given a sender. @throws TypeError */
export function createSender(): never {
  throw new TypeError('A page has no sockets: pass `fetch`');
}

/** Of `server/address-list.ts`: here nobody has an address. */
export const isAddressOrCidr = (): boolean => false;
export const addressList = () => (): boolean => false;

/** Of the sandbox's PDF files. @throws Refusal */
export async function receiptPdf(): Promise<never> {
  const violation = 'must be html';
  throw new Refusal(400, 'This demo runs in the browser and makes no PDF', [
    { field_name: 'format', violation },
  ]);
}
export const signedReceiptPdf = (): Promise<never> => receiptPdf();
