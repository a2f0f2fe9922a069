import { UsageError } from './usage-error.ts';

/**
 * An id as a path segment.
 * @throws UsageError for "." and "..", which would be resolved and address something else
 */
export function segment(id: string, name: string): string {
  if (id === '.' || id === '..') throw new UsageError(`${name} cannot be "${id}".`);
  return encodeURIComponent(id);
}
