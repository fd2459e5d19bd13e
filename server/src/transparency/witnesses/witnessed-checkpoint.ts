/** Checkpoints as they are published: with the cosignatures of witnesses below the log's own signature. */

import { addSignatures } from '@sello/proof';
import type { CheckpointRow, MerkleLogStore } from '../ports.ts';
import type { CosignatureStore } from './ports.ts';

type CheckpointPorts = { merkleLog: MerkleLogStore; cosignatures: CosignatureStore };

export async function withCosignatures(
  { cosignatures }: Pick<CheckpointPorts, 'cosignatures'>,
  checkpoint: CheckpointRow,
): Promise<CheckpointRow> {
  return addLines(checkpoint, (await cosignatures.of(checkpoint.size)).lines);
}

/**
 * Chooses the checkpoint for the proof of a leaf: the one of this size if it is witnessed, or else the first witnessed
 * one that covers the leaf. If there is none, it takes the one of this size with the cosignatures that it has so far,
 * because no proof waits for a witness.
 */
export async function checkpointForLeaf(
  ports: CheckpointPorts,
  leafIndex: number,
  size: number,
): Promise<CheckpointRow | undefined> {
  const own = await ports.merkleLog.checkpointAt(size);
  if (own === undefined) return undefined;
  const { lines, isWitnessed } = await ports.cosignatures.of(size);
  if (isWitnessed) return addLines(own, lines);
  const witnessed = await ports.cosignatures.witnessedOver(leafIndex);
  return witnessed === undefined ? addLines(own, lines) : withCosignatures(ports, witnessed);
}

function addLines(checkpoint: CheckpointRow, lines: readonly string[]): CheckpointRow {
  return lines.length === 0 ? checkpoint : { ...checkpoint, note: addSignatures(checkpoint.note, lines) };
}
