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
const CARD_NUMBERS = new RegExp(CARD_NUMBER, 'g');

/** Files below the folders that hold one of the test cards' numbers, in any grouping, each with what stands around it. */
export function filesWithCardNumbers(folders: readonly string[]): Promise<string[]> {
  return filesWith(folders, (text) => {
    const found = CARD_NUMBER.exec(text);
    return found && around(text, found.index, found[0].length);
  });
}

const AROUND = 80;

/** Without the number itself. */
function around(text: string, at: number, length: number): string {
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(at + length, at + length + AROUND);
  return `${before}[number]${after}`.replaceAll(/[^ -~]+/g, '·').replaceAll(CARD_NUMBERS, '[number]');
}

/** Files below the folders, of a kind, that hold one of the secrets. */
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

/** @param findIn what was found in a part of a file, in words, or null */
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

/** Bytes are read as Latin-1: databases hold text among whatever else. */
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
