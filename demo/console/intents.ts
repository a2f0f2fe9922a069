/** What somebody means to do, once: the request, and the key under which it is done at most once. */
export interface Intent {
  key: string;
  /** of the request, as JSON */
  body: string;
  /** whether it was sent, and no answer has come: it may have been done */
  isOpen: boolean;
}

/** Where intents outlive the page: a repetition after a reload must carry the same key. */
export interface Intents {
  /** The intent of this name that was sent and not answered, or null. */
  open(name: string): Intent | null;
  /** The key for a request: that of the same request before, otherwise a new one. */
  begin(name: string, body: object): Intent;
  /** It leaves now: from here on nobody knows, until an answer comes. */
  sent(name: string): void;
  /** An answer came, whatever it says. */
  answered(name: string): void;
}

const PREFIX = 'console-intent:';

/** @param storage keeps no card data: an amount, a comment, a random key */
export function createIntents(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  newKey: () => string,
): Intents {
  const read = (name: string): Intent | null => {
    const text = storage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as Intent);
  };
  const write = (name: string, intent: Intent) => storage.setItem(PREFIX + name, JSON.stringify(intent));
  return {
    open(name) {
      const intent = read(name);
      return intent?.isOpen ? intent : null;
    },
    begin(name, request) {
      const body = JSON.stringify(request);
      const known = read(name);
      if (known && known.body === body) return known;
      const intent = { key: newKey(), body, isOpen: false };
      write(name, intent);
      return intent;
    },
    sent(name) {
      const intent = read(name);
      if (intent) write(name, { ...intent, isOpen: true });
    },
    answered: (name) => storage.removeItem(PREFIX + name),
  };
}

/** What an intent is remembered by. @param paymentId null for the payment that pays the order */
export const intentName = (action: string, orderId: string, paymentId: string | null): string =>
  `${action} ${orderId} ${paymentId ?? ''}`;
