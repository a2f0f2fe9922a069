import { stripVTControlCharacters } from 'node:util';

/** The place of a compiler error, as "file:line". */
export type Place = string;

/** The output of `tsc`, `vue-tsc` and `ngc`, and of `svelte-check --output machine`. */
const PRINTED = [
  /^(?<file>[^\s(:]+)\((?<line>\d+),\d+\): error /gm,
  /^(?<file>[^\s(:]+):(?<line>\d+):\d+ - error /gm,
  /^\d+ ERROR "(?<file>[^"]+)" (?<line>\d+):\d+ /gm,
];

/** The places of the errors in a compiler's output; an error without a file is the compiler's own. */
export function errorsIn(coloured: string): Place[] {
  const output = stripVTControlCharacters(coloured);
  const places = PRINTED.flatMap((form) =>
    [...output.matchAll(form)].map(({ groups }) => `${groups?.['file']}:${groups?.['line']}`),
  );
  const homeless = /^error TS\d+.*$/m.exec(output);
  return homeless ? [...places, homeless[0]] : places;
}

/** The lines of an app after a "must not compile" comment. */
export function expectedErrors(file: string, source: string): Place[] {
  return source
    .split('\n')
    .flatMap((line, index) => (line.includes('must not compile') ? [`${file}:${index + 2}`] : []));
}
