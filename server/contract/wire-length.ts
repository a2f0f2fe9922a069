/**
 * For `refine`, where a text goes to the gateway: at most so many UTF-16 units. `max` of zod counts characters, and the
 * gateway's document does not say which; an emoji takes two units, so this is the stricter reading.
 */
export const wireLength = (most: number) =>
  [(text: string) => text.length <= most, { params: { code: 'too-big' } }] as const;
