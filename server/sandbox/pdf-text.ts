import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Fonts with Latin, Cyrillic, Greek and Hebrew letters; the built-in fonts of PDF readers have only Latin. */
export const PDF_FONTS = {
  text: require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
} as const;

/** Replaces a character that the font lacks. */
export const LACKING = '□';

const NOT_WRITTEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * Text as the PDF can show it: in one line, with {@link LACKING} for characters that the font lacks.
 * @param has whether the font has a character
 */
export function printable(text: string, has: (codePoint: number) => boolean): string {
  const line = text.normalize('NFC').replaceAll(NOT_WRITTEN, ' ').replaceAll(/\s+/g, ' ').trim();
  return Array.from(line, (character) => (has(character.codePointAt(0) ?? 0) ? character : LACKING)).join('');
}
