/** Customers poll: the same token comes again and again. */
const CAPACITY = 256;

/**
 * Order tokens that were verified already, by their whole text: verifying one and checking its order takes longer than
 * most requests need for the rest. The least recently used one makes room.
 */
export class VerifiedTokens<Token> {
  readonly #known = new Map<string, { token: Token; exp: number }>();

  /**
   * What the text was verified to say; undefined where it is unknown or has expired.
   * @param nowS seconds since 1970
   */
  get(text: string, nowS: number): Token | undefined {
    const found = this.#known.get(text);
    if (!found) return undefined;
    this.#known.delete(text);
    if (found.exp <= nowS) return undefined;
    this.#known.set(text, found);
    return found.token;
  }

  /** @param exp seconds since 1970: from then on the token is unknown */
  add(text: string, token: Token, exp: number): void {
    this.#known.set(text, { token, exp });
    const [oldest] = this.#known.keys();
    if (this.#known.size > CAPACITY && oldest !== undefined) this.#known.delete(oldest);
  }
}
