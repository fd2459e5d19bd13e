/**
 * Checks the cosignatures of witnesses. Each must be made by its witness, over the checkpoint of its size, at the
 * time in its row.
 */

import type { CryptoEngine } from '@sello/proof';
import { addSignatures, decodeNote, decodeWitnessKey, ProofError, verifyCosignatures } from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import { readCosignatures, type StoredCosignature } from './pg-read-cosignatures.ts';

type Needs = { crypto: CryptoEngine };

export const checkCosignatures: Check<Needs> = {
  name: 'transparency: cosignatures',
  async *find({ snapshot, crypto }) {
    for await (const batch of readCosignatures(snapshot)) {
      for (const cosignature of batch) {
        const because = await faultOf({ crypto }, cosignature);
        if (because === undefined) continue;
        const where = `checkpoint of ${cosignature.size} leaves, ${cosignature.cosigner}`;
        yield problem('cosignature', where, `This cosignature ${because}.`);
      }
    }
  },
};

async function faultOf(
  { crypto }: Needs,
  { cosigner, note, line, cosignedAtMicros, isOfKnownCosigner }: StoredCosignature,
): Promise<string | undefined> {
  if (!isOfKnownCosigner) return 'is of an unknown witness';
  if (note === undefined) return 'is over a checkpoint that does not exist';
  try {
    const key = await decodeWitnessKey(crypto, cosigner);
    const found = await verifyCosignatures(crypto, decodeNote(addSignatures(note, [line])), [key]);
    const [own] = found === 'forged' ? [] : found;
    if (own?.line !== line) return 'is not by its witness over this checkpoint';
    return own.timeSeconds * 1_000_000 === cosignedAtMicros ? undefined : 'was made at another time';
  } catch (error) {
    if (error instanceof ProofError) return `cannot be read: ${error.message}`;
    throw error;
  }
}
