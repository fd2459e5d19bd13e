/** Checks secrets that are sealed with the server's own keys: each must open for the owner it was sealed for. */

import { openSealed } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { Row } from '../pool.ts';
import * as read from '../row-reader.ts';
import type { Check } from './check.ts';
import { problem } from './finding.ts';
import { type Pieced, readPieces, WIDE } from './pg-pieces.ts';

type Sealed = {
  name: string;
  code: string;
  message: string;
  /** Selects `account_id` and `sealed` of each secret, and whatever the functions below read. */
  secrets: Pieced;
  /** The owner for whom the secret was sealed. */
  boundTo(row: Row): string;
  /** Whether the content is valid. */
  isRight?: (opened: Uint8Array, row: Row) => boolean;
};

export function checkSealed(sealed: Sealed): Check<{ serverKeys: ServerKeys }> {
  const { name, code, message, secrets } = sealed;
  return {
    name,
    async *find({ snapshot, serverKeys }) {
      for await (const rows of readPieces(snapshot, secrets, WIDE)) {
        for (const row of rows) {
          if (!(await canBeOpened({ serverKeys }, sealed, row)))
            yield problem(code, read.idAsStored('acct', row, 'account_id'), message);
        }
      }
    },
  };
}

async function canBeOpened(
  keys: { serverKeys: ServerKeys },
  { boundTo, isRight = () => true }: Sealed,
  row: Row,
): Promise<boolean> {
  const sealed = read.text(row, 'sealed');
  const encoded = sealed.split('.')[1] ?? '';
  try {
    const opened = await openSealed(keys, boundTo(row), sealed);
    return isRight(opened, row) && Buffer.from(encoded, 'base64url').toString('base64url') === encoded;
  } catch {
    return false;
  }
}
