/** The server's own keys: each is wrapped with a master key that is here, and opens. */

import { OperatorError } from '../../kernel/operator-error.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import type { Finding, FsckReads, StoredKey } from './ports.ts';
import { problem } from './problem.ts';

type KeyCheck = { reads: FsckReads; masters: readonly Uint8Array[] };

const NOT_WRAPPED =
  'It lies in the database as it is: whoever has a copy of the database has the key. Start a server of this version, once no older one runs: it wraps the key.';

export async function* checkKeys({ reads, masters }: KeyCheck): AsyncGenerator<Finding> {
  for (const key of await reads.storedKeys()) {
    const finding = judge(key, masters);
    if (finding !== undefined) yield finding;
  }
}

function judge({ where, place, stored, bareBytes }: StoredKey, masters: readonly Uint8Array[]) {
  if (stored.length === 0)
    return problem(
      'server_key_broken',
      where,
      'It is gone, and cannot be made anew. Restore it from a backup.',
    );
  try {
    const { key, state } = unwrapKey(masters, place, stored);
    if (bareBytes !== undefined && key.length !== bareBytes)
      return problem('server_key_broken', where, 'It was changed: no key has this length.');
    if (state !== 'bare') return undefined;
    return { level: 'note', code: 'server_key_not_wrapped', where, message: NOT_WRAPPED } satisfies Finding;
  } catch (error) {
    return error instanceof OperatorError
      ? problem('master_key_missing', where, error.message)
      : problem('server_key_broken', where, 'It was changed: its master key does not open it.');
  }
}
