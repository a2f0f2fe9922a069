/** A UUID in hexadecimal digits and dashes (RFC 9562, 4), as the source of a case-insensitive regular expression. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const WHOLE = new RegExp(`^${UUID}$`, 'i');

/** Whether a value is the text of a UUID of any version, in upper or lower case, and nothing else. */
export const isUuid = (value: unknown): boolean => typeof value === 'string' && WHOLE.test(value);

/** UUIDs are the same in any case. */
export const sameUuid = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
