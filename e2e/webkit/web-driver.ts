/** An element or a shadow root, as WebDriver names it. */
export interface Reference {
  id: string;
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SHADOW = 'shadow-6066-11e4-a52e-4f735466cecf';

/** Keys that type no text (W3C WebDriver, "Keyboard actions"). */
export const KEYS = { tab: '\uE004', enter: '\uE007', shift: '\uE008' } as const;

/**
 * A small client of W3C WebDriver: only what the smoke test needs. Every method throws an Error with the driver's message
 * if the driver refuses.
 */
export class WebDriver {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  /**
   * Starts a browser.
   * @param address of the driver, as `http://127.0.0.1:4444`
   */
  static async start(address: string, capabilities: object): Promise<WebDriver> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = (await send(`${address}/session`, 'POST', body)) as { sessionId: string };
    return new WebDriver(`${address}/session/${sessionId}`);
  }

  async end(): Promise<void> {
    await send(this.#session, 'DELETE');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#post('/window/rect', { width, height });
  }

  async open(url: string): Promise<void> {
    await this.#post('/url', { url });
  }

  async back(): Promise<void> {
    await this.#post('/back', {});
  }

  async url(): Promise<string> {
    return (await send(`${this.#session}/url`, 'GET')) as string;
  }

  /** The first element in the page, or in a shadow root, that matches a CSS selector. */
  async find(selector: string, root?: Reference): Promise<Reference> {
    const path = root ? `/shadow/${root.id}/element` : '/element';
    const found = (await this.#post(path, { using: 'css selector', value: selector })) as Record<
      string,
      string
    >;
    return { id: found[ELEMENT] ?? '' };
  }

  async shadowRoot(element: Reference): Promise<Reference> {
    const found = await send(`${this.#session}/element/${element.id}/shadow`, 'GET');
    return { id: (found as Record<string, string>)[SHADOW] ?? '' };
  }

  async click(element: Reference): Promise<void> {
    await this.#post(`/element/${element.id}/click`, {});
  }

  /** Presses and releases each key of a text, one after another. */
  async type(keys: string): Promise<void> {
    await this.#act(Array.from(keys, (value) => [down(value), up(value)]).flat());
  }

  /** Presses a key while another one is held down. */
  async chord(held: string, key: string): Promise<void> {
    await this.#act([down(held), down(key), up(key), up(held)]);
  }

  /** Runs a function body in the page and returns its result; promises are awaited. */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.#post('/execute/sync', { script, args })) as T;
  }

  async #act(actions: object[]): Promise<void> {
    await this.#post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  #post(path: string, body: object): Promise<unknown> {
    return send(this.#session + path, 'POST', body);
  }
}

const down = (value: string): object => ({ type: 'keyDown', value });
const up = (value: string): object => ({ type: 'keyUp', value });

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, body ? { method, body: JSON.stringify(body) } : { method });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
}
