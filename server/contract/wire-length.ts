/**
 * For `refine` of texts that are sent to the gateway: at most `most` UTF-16 units. zod's `max` counts characters, and
 * the gateway's document does not say which it means; an emoji takes two units, so this is the stricter reading.
 */
export const wireLength = (most: number) =>
  [(text: string) => text.length <= most, { params: { code: 'too-big' } }] as const;
