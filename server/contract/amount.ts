import { z } from 'zod';
import { amountFaultAnywhere } from './money.ts';

/** Amounts as the APIs describe them; that they are more than nothing is said beside. */
export const AMOUNT_PATTERN = '^(0|[1-9][0-9]{0,15})(\\.[0-9]{1,2})?$';

const LONGEST = 20;

/**
 * Decimal text of more than nothing, as far as it can be checked before the currency is known; the rules are those of
 * `amountFault`, one at a time.
 */
export const amountSchema = z
  .string()
  .superRefine((text, context) => {
    const code = text.length > LONGEST ? 'too-big' : amountFaultAnywhere(text);
    if (code) context.addIssue({ code: 'custom', message: code, params: { code } });
  })
  .meta({ maxLength: LONGEST, pattern: AMOUNT_PATTERN });
