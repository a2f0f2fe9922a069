import type { Card, GatewayPayment } from './ports.ts';

/**
 * The gateway's answer without what it says back of the card (architecture rule 5): texts and addresses that
 * hold its number, and descriptions that hold its CVV, are taken as not told.
 */
export function forgetCard(answer: GatewayPayment, card: Card): GatewayPayment {
  const address = (url: string | null) => (url !== null && holdsNumber(url, card) ? null : url);
  const { statusDescription } = answer;
  const told =
    statusDescription !== null && (holdsNumber(statusDescription, card) || holdsCvv(statusDescription, card));
  return {
    ...answer,
    statusDescription: told ? null : statusDescription,
    actionUrl: address(answer.actionUrl),
    receiptUrl: address(answer.receiptUrl),
  };
}

function holdsNumber(text: string, { number }: Card): boolean {
  const plain = URL.canParse(text) ? decoded(text) : text;
  return plain.replaceAll(/[^0-9A-Za-z]/g, '').includes(number);
}

function holdsCvv(text: string, { cvv }: Card): boolean {
  return new RegExp(`(?<!\\d)${cvv}(?!\\d)`).test(text);
}

/** With its percent signs resolved. */
function decoded(url: string): string {
  return url.replaceAll(/%[\da-f]{2}/gi, (pair) => String.fromCharCode(Number.parseInt(pair.slice(1), 16)));
}
