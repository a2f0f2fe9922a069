import type { Card, GatewayPayment } from '../ports/gateway.ts';

/** What a payment was charged with: a card, or the token of one, which is as secret. */
export interface Charged {
  card?: Card | undefined;
  cardToken?: string | undefined;
}

/**
 * The gateway's answer without what it says back of the card (architecture rule 5): texts and addresses that
 * hold its number or its token, and descriptions that hold its CVV, are taken as not told, and so are the fields
 * that nobody knows.
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

/** Whether a text or an address holds the card's number or its token. */
export function namesCard(text: string, { card, cardToken }: Charged): boolean {
  const plain = URL.canParse(text) ? decoded(text) : text;
  if (cardToken !== undefined && (text.includes(cardToken) || plain.includes(cardToken))) return true;
  return card !== undefined && plain.replaceAll(/[^0-9A-Za-z]/g, '').includes(card.number);
}

function holdsCvv(text: string, { card }: Charged): boolean {
  return card !== undefined && new RegExp(`(?<!\\d)${card.cvv}(?!\\d)`).test(text);
}

/** With its percent signs resolved. */
function decoded(url: string): string {
  return url.replaceAll(/%[\da-f]{2}/gi, (pair) => String.fromCharCode(Number.parseInt(pair.slice(1), 16)));
}
