/** Something the user wants done once: the request that was sent, and the key under which it is done at most once. */
export interface Intent {
  key: string;
  /** the request as JSON */
  body: string;
  /** milliseconds since 1970 */
  sentAt: number;
}

/** Stores intents beyond the page and its tab: a repetition must carry the same key. */
export interface Intents {
  /** The intent of this name that was sent and not answered, or null. */
  open(name: string): Intent | null;
  /** Records under a new key that a request is being sent. Its outcome is unknown until an answer arrives. */
  begin(name: string, request: object): Intent;
  /** Removes an answered intent. A newer one of the same name, sent by another tab, stays. */
  answered(name: string, intent: Intent): void;
}

const PREFIX = 'console-intent:';

/** Intents expire after 30 days; the companion keeps a key as long as its order (RETENTION_DAYS, 400 by default). */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Also drops intents older than 30 days.
 * @param storage shared by all tabs; contains no card data, only an amount, a comment and a random key
 * @param now milliseconds since 1970
 */
export function createIntents(storage: Storage, newKey: () => string, now: () => number): Intents {
  const open = (name: string): Intent | null => {
    const text = storage.getItem(PREFIX + name);
    if (text === null) return null;
    const intent = JSON.parse(text) as Intent;
    if (now() - intent.sentAt < KEPT_MS) return intent;
    storage.removeItem(PREFIX + name);
    return null;
  };
  for (const name of namesIn(storage)) open(name);
  return {
    open,
    begin(name, request) {
      const intent = { key: newKey(), body: JSON.stringify(request), sentAt: now() };
      storage.setItem(PREFIX + name, JSON.stringify(intent));
      return intent;
    },
    answered(name, { key }) {
      if (open(name)?.key === key) storage.removeItem(PREFIX + name);
    },
  };
}

function namesIn(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
}

/** The storage name of an intent. @param paymentId null for the payment that pays the order */
export const intentName = (action: string, orderId: string, paymentId: string | null): string =>
  `${action} ${orderId} ${paymentId ?? ''}`;
