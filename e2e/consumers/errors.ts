import { stripVTControlCharacters } from 'node:util';

/** Where a compiler found an error, as "file:line". */
export type Place = string;

/** What `tsc`, `vue-tsc` and `ngc` print, and what `svelte-check --output machine` does. */
const PRINTED = [
  /^(?<file>[^\s(:]+)\((?<line>\d+),\d+\): error /gm,
  /^(?<file>[^\s(:]+):(?<line>\d+):\d+ - error /gm,
  /^\d+ ERROR "(?<file>[^"]+)" (?<line>\d+):\d+ /gm,
];

/** The places of the errors in what a compiler printed; one of no file is the compiler's own. */
export function errorsIn(coloured: string): Place[] {
  const output = stripVTControlCharacters(coloured);
  const places = PRINTED.flatMap((form) =>
    [...output.matchAll(form)].map(({ groups }) => `${groups?.['file']}:${groups?.['line']}`),
  );
  const homeless = /^error TS\d+.*$/m.exec(output);
  return homeless ? [...places, homeless[0]] : places;
}

/** The lines of an app that follow one with "must not compile". */
export function expectedErrors(file: string, source: string): Place[] {
  return source
    .split('\n')
    .flatMap((line, index) => (line.includes('must not compile') ? [`${file}:${index + 2}`] : []));
}
