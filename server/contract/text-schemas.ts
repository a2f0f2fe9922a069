import { z } from 'zod';
import { amountFaultAnywhere } from './money.ts';

/** Pattern of amounts in the APIs; that they must be positive is described separately. */
export const AMOUNT_PATTERN = '^(0|[1-9][0-9]{0,15})(\\.[0-9]{1,2})?$';

const LONGEST = 20;

const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), 'XTS']);

/** Whether a text is an ISO 4217 code of the runtime, or XTS, the gateway's test currency. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/**
 * Positive decimal text, as far as it can be checked without the currency; the rules are those of `amountFault`, one at
 * a time.
 */
export const amountSchema = z
  .string()
  .superRefine((text, context) => {
    const code = text.length > LONGEST ? 'too-big' : amountFaultAnywhere(text);
    if (code) context.addIssue({ code: 'custom', message: code, params: { code } });
  })
  .meta({ maxLength: LONGEST, pattern: AMOUNT_PATTERN });

/**
 * For `refine` of texts that are sent to the gateway: at most `most` UTF-16 units. zod's `max` counts characters, and
 * the gateway's document does not say which it means; an emoji takes two units, so this is the stricter reading.
 */
export const wireLength = (most: number) =>
  [(text: string) => text.length <= most, { params: { code: 'too-big' } }] as const;
