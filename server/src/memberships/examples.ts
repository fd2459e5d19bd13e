/** Values that the examples of the API description share. The people in them do not exist. */

import type { IdByPrefix } from '../kernel/ids.ts';

/** An id that is valid in form but obviously made up. */
export function exampleId(prefix: keyof IdByPrefix, n = 1): string {
  return `${prefix}_0Ejemplo${String(n).padStart(14, '0')}`;
}

export const EXAMPLE_TIMES = {
  created_at: '2026-03-09T16:20:11.000Z',
  updated_at: '2026-03-09T16:20:11.000Z',
};

/** Not a hash of anything. */
export const EXAMPLE_HASH = 'e1'.repeat(32);
