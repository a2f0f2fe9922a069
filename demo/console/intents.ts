/** What somebody means to do, once: the request that left, and the key under which it is done at most once. */
export interface Intent {
  key: string;
  /** of the request, as JSON */
  body: string;
  /** milliseconds since 1970 */
  sentAt: number;
}

/** Where intents outlive the page and its tab: a repetition must carry the same key. */
export interface Intents {
  /** The intent of this name that was sent and not answered, or null. */
  open(name: string): Intent | null;
  /** Writes down, under a new key, that a request leaves now: nobody knows what becomes of it until an answer comes. */
  begin(name: string, request: object): Intent;
  /** An answer says what became of it. One that another tab has begun since then stays. */
  answered(name: string, intent: Intent): void;
}

const PREFIX = 'console-intent:';

/** The companion keeps a key as long as its order (RETENTION_DAYS, 400 by default); nobody repeats a request after a month. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * Forgets what was sent more than 30 days ago, too.
 * @param storage shared by all tabs; keeps no card data: an amount, a comment, a random key
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

/** What an intent is remembered by. @param paymentId null for the payment that pays the order */
export const intentName = (action: string, orderId: string, paymentId: string | null): string =>
  `${action} ${orderId} ${paymentId ?? ''}`;
