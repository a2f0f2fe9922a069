interface Order {
  id?: string;
  method?: string;
  modes?: readonly string[];
  customer?: object;
}

/** CSS pixels */
interface Room {
  width: number;
  /** the font size */
  em: number;
}

/**
 * Estimated height of the form in pixels, from the unverified order token and the available room, so that little moves
 * when it appears.
 */
export function likelyHeight(token: string, mode: string, { width, em }: Room): number {
  const { method, modes = ['direct', 'hosted'], customer = {} } = orderOf(token);
  const lookup = method === 'lookup';
  const direct = lookup || (mode !== 'hosted' && modes.includes('direct'));
  const asks = (name: string): number => Number(!lookup && !(name in customer));
  const rows = (fields: number): number => (width < 19 * em + 14 ? fields : Math.ceil(fields / 2));
  const card = direct ? 1 + rows(2) + rows(asks('firstName') + asks('lastName')) : 0;
  const field = 66 + 2.36 * em;
  return Math.round(field * (card + asks('email') + asks('phone')) + end());

  /** Below the fields: the main button, and the hint or the other methods, which take two lines if there is little room. */
  function end(): number {
    if (!direct) return 102;
    if (lookup || mode === 'direct' || !modes.includes('hosted')) return 58;
    return width < 23 * em ? 138 : 116;
  }
}

/** What the unverified token says about its order. */
export function orderOf(token: string): Order {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(payload) as { order: Order }).order;
  } catch {
    return {};
  }
}
