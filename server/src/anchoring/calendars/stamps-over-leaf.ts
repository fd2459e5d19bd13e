/** A certificate's OpenTimestamps stamps, in addition to the chain that makes it `certified`. */

import type { CryptoEngine } from '@sello/proof';
import { type BlockchainProof, type CalendarStamp, toMerklePath, verifyInclusion } from '@sello/proof';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import { proveInclusion } from '../../transparency/sequence-log.ts';
import type { CalendarStampRow, CalendarStampStore } from './ports.ts';

type CertificateStamp = CalendarStamp & {
  calendar: string;
  /**
   * `attested` means that the calendar named a block that was not checked here; `confirmed` means that the claim was
   * compared with the header of the block.
   */
  status: 'pending' | 'attested' | 'confirmed';
  bitcoinBlock: number | undefined;
};

/**
 * The best stamp that each calendar has given so far. The certificate's final proof comes from the witness chain;
 * calendars add to it and never replace it. A test certificate has no stamps, because it must not look publicly
 * witnessed.
 */
export async function calendarStamps(
  ports: { calendarStamps: CalendarStampStore; merkleLog: MerkleLogStore; crypto: CryptoEngine },
  { livemode }: { livemode: boolean },
  proof: BlockchainProof,
): Promise<CertificateStamp[]> {
  if (!livemode) return [];
  const rows = await ports.calendarStamps.covering(proof.checkpoint.path.leafIndex);
  return Promise.all(rows.map((row) => describe(ports, proof, row)));
}

async function describe(
  ports: { merkleLog: MerkleLogStore; crypto: CryptoEngine },
  { leaf, checkpoint }: BlockchainProof,
  row: CalendarStampRow,
): Promise<CertificateStamp> {
  const { treeSize, root, ots, bitcoinHeight, header, calendar } = row;
  const { leafIndex } = checkpoint.path;
  const hashes = await proveInclusion(ports, leafIndex, treeSize);
  const inclusion = { leaf: leaf.hash, index: leafIndex, size: treeSize, path: hashes };
  if (ots === undefined || !(await verifyInclusion(ports.crypto, inclusion, root)))
    throw new Error(`Calendar stamp ${row.id} does not hold leaf ${leafIndex}`);
  return {
    calendar,
    status: bitcoinHeight === undefined ? 'pending' : header === undefined ? 'attested' : 'confirmed',
    bitcoinBlock: bitcoinHeight,
    path: toMerklePath(leafIndex, treeSize, hashes, root),
    ots,
  };
}
