import { z } from 'zod';
import { isSafeUrl } from './address.ts';

/** The merchant that the customer pays, as the payment page and the tag show it. */
export interface MerchantProfile {
  name: string | null;
  /** https, or on loopback */
  logoUrl: string | null;
  /** the contact for help: an email address, a telephone number, a page's address, or text */
  contact: string | null;
}

const text = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);

export const merchantName = text(100);
export const merchantContact = text(200);
/**
 * The payment page loads it, so it must be https or on this machine, with a host that is valid in a
 * Content-Security-Policy.
 */
export const logoUrl = z
  .string()
  .max(2048, 'must have at most 2048 characters')
  .refine(isLogoUrl, 'must be an https address without credentials');

/**
 * The order's `merchant`: replaces the settings as a whole, so that one merchant's name is never shown with another's
 * logo.
 */
export const merchantProfileSchema = z
  .strictObject({ name: merchantName, logoUrl: logoUrl.optional(), contact: merchantContact.optional() })
  .meta({ description: 'Whom the customer pays, if different from the settings `MERCHANT_…`' });

function isLogoUrl(value: string): boolean {
  if (!isSafeUrl(value)) return false;
  const { hostname, username, password } = new URL(value);
  if (username + password !== '') return false;
  // URL hosts may contain ";" and ",", which would begin another directive.
  return /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname);
}
