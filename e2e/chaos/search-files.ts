import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CARDS } from '../support/cards.ts';

const CHUNK = 1_048_576;
/** Longer than any text searched for. */
const OVERLAP = 256;

const NUMBERS = Object.values(CARDS).map((card) => card.replaceAll(' ', '').split('').join('[ -]?'));
/** The number of a test card in any grouping. */
export const CARD_NUMBER = new RegExp(NUMBERS.join('|'));
const CARD_NUMBERS = new RegExp(CARD_NUMBER, 'g');

/** Files below the folders that contain a test card's number, in any grouping, each with the surrounding text. */
export function filesWithCardNumbers(folders: readonly string[]): Promise<string[]> {
  return filesWith(folders, (text) => {
    const found = CARD_NUMBER.exec(text);
    return found && around(text, found.index, found[0].length);
  });
}

const AROUND = 80;

/** The text around a match, without the match. */
function around(text: string, at: number, length: number): string {
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(at + length, at + length + AROUND);
  return `${before}[number]${after}`.replaceAll(/[^ -~]+/g, '·').replaceAll(CARD_NUMBERS, '[number]');
}

/** Files of a kind below the folders that contain one of the secrets. */
export function filesWithSecrets(
  folders: readonly string[],
  extension: string,
  secrets: readonly string[],
): Promise<string[]> {
  return filesWith(
    folders,
    (text) => (secrets.some((secret) => text.includes(secret)) ? 'a secret' : null),
    (file) => file.endsWith(extension),
  );
}

/** @param findIn describes what it found in a part of a file, or returns null */
async function filesWith(
  folders: readonly string[],
  findIn: (text: string) => string | null,
  isSearched: (file: string) => boolean = () => true,
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders.filter((one) => existsSync(one))) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    for (const file of files.filter(isSearched)) {
      const what = await searched(file, findIn);
      if (what !== null) found.push(`${file}: ${what}`);
    }
  }
  return found;
}

/** Reads bytes as Latin-1, because databases mix text with binary data. */
async function searched(file: string, findIn: (text: string) => string | null): Promise<string | null> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(CHUNK + OVERLAP);
    for (let at = 0; ; at += CHUNK) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      const what = findIn(buffer.toString('latin1', 0, bytesRead));
      if (what !== null || bytesRead < buffer.length) return what;
    }
  } finally {
    await handle.close();
  }
}
