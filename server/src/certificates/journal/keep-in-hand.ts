/** Keeps certificates that were just written in memory, for the journal. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Commit } from '../commit/pg-commit.ts';
import { joinObjects } from '../commit/row-texts.ts';
import type { JournalLeaf, LeafText } from './journal-leaf.ts';
import type { LeavesInHand } from './leaves-in-hand.ts';

/** Keeps the leaves of these commits. `rows` is the answer of the statement that wrote them. */
export function keepInHand(leaves: LeavesInHand, commits: readonly Commit[], rows: readonly Row[]): void {
  if (!leaves.isWanted()) return;
  for (const row of rows) {
    const commit = commits[read.number(row, 'place')];
    if (commit === undefined || row.ticket === null) continue;
    const leafHash = Buffer.from(commit.made.token.leafHash).toString('base64');
    leaves.keep(leafHash, toLeaf(commit, leafHash, read.number(row, 'number'), read.number(row, 'ticket')));
  }
}

/** Makes a leaf from the rows that were written, as the journal would read them from the database. */
function toLeaf({ made, texts }: Commit, leafHash: string, number: number, ticket: number): LeafText {
  const { accountId: account_id, certificate } = made;
  const { livemode, id: certificate_id } = certificate;
  const leaf: JournalLeaf = {
    ticket: String(ticket),
    leafHash,
    certificate: joinObjects(JSON.stringify({ account_id, livemode, number, ticket }), texts.certificate),
    token: joinObjects(JSON.stringify({ account_id, certificate_id }), texts.token),
  };
  return { text: JSON.stringify(leaf), accountId: account_id, chain: texts.chain.sha256.slice(2) };
}
