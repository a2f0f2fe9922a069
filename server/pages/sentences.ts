/** Joins sentences; Chinese and Japanese have no space between them. */
export const sentences = (...all: readonly string[]): string => all.join(' ').replaceAll('。 ', '。');
