/** Certificates that were just written, as the journal will ask for them. */

import type { Row } from '../../database/pool.ts';
import { number } from '../../database/row-reader.ts';
import { type Commit, certificateColumns, digestOf, tokenColumns } from '../pg-commit.ts';
import type { NewCertificate } from '../ports.ts';
import { type EncodedLeaf, encodeLeaf } from './journal-leaf.ts';
import type { LeavesInHand } from './leaves-in-hand.ts';

/** `rows`: what `COMMIT` answered. */
export function keepInHand(leaves: LeavesInHand, commits: readonly Commit[], rows: readonly Row[]): void {
  if (!leaves.isWanted()) return;
  for (const row of rows) {
    const made = commits[number(row, 'place')]?.made;
    if (made === undefined || row.ticket === null) continue;
    const leafHash = Buffer.from(made.token.leafHash).toString('base64');
    leaves.keep(leafHash, toLeaf(made, leafHash, number(row, 'number'), number(row, 'ticket')));
  }
}

/** The rows that were written, as the journal would read them from the database. */
function toLeaf(made: NewCertificate, leafHash: string, number: number, ticket: number): EncodedLeaf {
  const { accountId, certificate, token } = made;
  const { livemode, id } = certificate;
  const chain = digestOf(token.chain);
  const columns = certificateColumns(made);
  const json = encodeLeaf({
    ticket: String(ticket),
    leafHash,
    certificate: JSON.stringify({ account_id: accountId, livemode, number, ticket, ...columns }),
    token: JSON.stringify({ account_id: accountId, certificate_id: id, ...tokenColumns(made, chain) }),
  });
  return { json, accountId, chain: chain.slice(2) };
}
