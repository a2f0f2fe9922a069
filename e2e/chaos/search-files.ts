import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CARDS } from '../cards.ts';

const CHUNK = 1_048_576;
/** More than any of what is searched for is long. */
const OVERLAP = 256;

const NUMBERS = Object.values(CARDS).map((card) => card.replaceAll(' ', '').split('').join('[ -]?'));
/** The number of a test card in any grouping. */
export const CARD_NUMBER = new RegExp(NUMBERS.join('|'));

/** Files below the folders that hold one of the test cards' numbers, in any grouping. */
export function filesWithCardNumbers(folders: readonly string[]): Promise<string[]> {
  return filesWith(folders, (text) => CARD_NUMBER.test(text));
}

/** Files below the folders, of a kind, that hold one of the secrets. */
export function filesWithSecrets(
  folders: readonly string[],
  extension: string,
  secrets: readonly string[],
): Promise<string[]> {
  return filesWith(
    folders,
    (text) => secrets.some((secret) => text.includes(secret)),
    (file) => file.endsWith(extension),
  );
}

async function filesWith(
  folders: readonly string[],
  holds: (text: string) => boolean,
  isSearched: (file: string) => boolean = () => true,
): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders.filter((one) => existsSync(one))) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    for (const file of files.filter(isSearched)) if (await isFoundIn(file, holds)) found.push(file);
  }
  return found;
}

/** Bytes are read as Latin-1: databases hold text among whatever else. */
async function isFoundIn(file: string, holds: (text: string) => boolean): Promise<boolean> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(CHUNK + OVERLAP);
    for (let at = 0; ; at += CHUNK) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      if (holds(buffer.toString('latin1', 0, bytesRead))) return true;
      if (bytesRead < buffer.length) return false;
    }
  } finally {
    await handle.close();
  }
}
