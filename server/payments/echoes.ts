import type { Card, GatewayPayment } from './gateway-port.ts';

/** Card data that the gateway may echo in its answers. */

/** What a payment was charged to: a card, or a card token, which is just as secret. */
interface Charged {
  card?: Card | undefined;
  cardToken?: string | undefined;
}

/**
 * The gateway's answer without the card data that it may echo (ARCHITECTURE.md, decision 7). Texts and addresses that contain
 * the card number or token, and descriptions that contain the CVV, are treated as missing; unknown fields are dropped.
 */
export function forgetCard(answer: GatewayPayment, charged: Charged): GatewayPayment {
  const address = (url: string | null) => (url !== null && namesCard(url, charged) ? null : url);
  const free = (text: string | null) =>
    text !== null && (namesCard(text, charged) || holdsCvv(text, charged)) ? null : text;
  return {
    ...answer,
    statusDescription: free(answer.statusDescription),
    comment: free(answer.comment),
    raw: {},
    actionUrl: address(answer.actionUrl),
    receiptUrl: address(answer.receiptUrl),
  };
}

/** Whether a text or an address contains the card number or token. */
export function namesCard(text: string, { card, cardToken }: Charged): boolean {
  const plain = URL.canParse(text) ? decoded(text) : text;
  if (cardToken !== undefined && (text.includes(cardToken) || plain.includes(cardToken))) return true;
  return card !== undefined && plain.replaceAll(/[^0-9A-Za-z]/g, '').includes(card.number);
}

function holdsCvv(text: string, { card }: Charged): boolean {
  return card !== undefined && new RegExp(`(?<!\\d)${card.cvv}(?!\\d)`).test(text);
}

/** The address with its percent-encoding decoded. */
function decoded(url: string): string {
  return url.replaceAll(/%[\da-f]{2}/gi, (pair) => String.fromCharCode(Number.parseInt(pair.slice(1), 16)));
}
