/** Items for batches, and a worker that makes them. */

import { createHash } from 'node:crypto';
import { makeNextLot } from '../../server/src/certificates/batches/make-lot.ts';
import type { TestSello } from './test-sello.ts';

/** The SHA-256 of each item is computed from its name, so that a certificate shows which item it belongs to. */
export function itemsNamed(names: readonly string[], fields: object = {}): Record<string, unknown>[] {
  return names.map((name) => ({
    sha256: createHash('sha256').update(name).digest('hex'),
    file_name: name,
    ...fields,
  }));
}

export function someItems(count: number, prefix = 'item'): Record<string, unknown>[] {
  return itemsNamed(Array.from({ length: count }, (_, i) => `${prefix} ${i}`));
}

/** Makes the certificates of all items that wait and may be tried now. */
export async function makeAll({ ports }: Pick<TestSello, 'ports'>): Promise<void> {
  while (await makeNextLot(ports));
}
