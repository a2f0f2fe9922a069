import { UsageError } from './usage-error.ts';

/**
 * An id as a piece of a path.
 * @throws UsageError for "." and "..", which would be resolved away and ask for something else
 */
export function segment(id: string, name: string): string {
  if (id === '.' || id === '..') throw new UsageError(`${name} cannot be "${id}".`);
  return encodeURIComponent(id);
}
