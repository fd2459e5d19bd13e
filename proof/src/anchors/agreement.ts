/**
 * Checks that the statements that a proof makes more than once agree. All its paths are of one leaf of one log, so
 * where two paths name the same range of leaves they must give it the same hash, and one hash must never stand for two
 * ranges. A root alone does not determine the size of its tree: without this check, an anchor could say "leaf 30 of 33"
 * under the root that the log signed as "30 of 48". Anchors that name the same block must also state the same facts
 * about it.
 */

import { fail, pass } from '../check-outcome.ts';
import { encodeHex } from '../encoding/bytes.ts';
import { inclusionRanges } from '../log/merkle.ts';
import type { AnchorCheck } from './anchor-checks.ts';
import type { BlockchainProof, MerklePath } from './blockchain-proof.ts';
import { formatBlockTime } from './proof-xml.ts';

export function checkAgreement(proof: BlockchainProof): AnchorCheck {
  const problem = placeProblem(proof) ?? pathsProblem(proof) ?? blocksProblem(proof);
  return problem === undefined
    ? pass('agreement', 'checkpoint and anchors say the same of this log and its blocks')
    : fail('agreement', problem);
}

/**
 * Compares the leaf and the tree size that each anchor states with those of the checkpoint. This runs before the
 * general comparison of paths because its message can name the two places that differ.
 */
function placeProblem({ checkpoint, anchors }: BlockchainProof): string | undefined {
  const signed = checkpoint.path;
  for (const [i, { path }] of anchors.entries()) {
    const isSameRoot = encodeHex(path.root) === encodeHex(signed.root);
    const isSameSize = path.treeSize === signed.treeSize;
    if (path.leafIndex === signed.leafIndex && isSameRoot === isSameSize) continue;
    return `anchor ${i + 1} says leaf ${path.leafIndex} of ${path.treeSize}, the checkpoint says ${signed.leafIndex} of ${signed.treeSize}`;
  }
  return undefined;
}

/** Over all paths, each range of leaves must have one hash, and each hash must belong to one range. */
function pathsProblem({ leaf, checkpoint, anchors }: BlockchainProof): string | undefined {
  const hashOf = new Map<string, string>();
  const leavesOf = new Map<string, string>();
  const paths = [checkpoint.path, ...anchors.map(({ path }) => path)];
  for (const [leaves, hash] of paths.flatMap((path) => statementsOf(path, leaf.hash))) {
    const isNew = !hashOf.has(leaves) && !leavesOf.has(hash);
    if (isNew) {
      hashOf.set(leaves, hash);
      leavesOf.set(hash, leaves);
    } else if (hashOf.get(leaves) !== hash || leavesOf.get(hash) !== leaves) {
      return `two paths disagree about the leaves ${leaves} of the log`;
    }
  }
  return undefined;
}

/**
 * What a path states, as pairs such as "the leaves 0 to 3 have this hash": one pair for the leaf, one for each step,
 * one for the root.
 */
function statementsOf(
  { leafIndex, treeSize, steps, root }: MerklePath,
  leaf: Uint8Array,
): [leaves: string, hash: string][] {
  // A path that does not fit its index and size fails a separate check.
  const ranges = inclusionRanges(leafIndex, treeSize) ?? [];
  const named = (start: number, end: number) => `${start} to ${end - 1}`;
  return [
    [named(leafIndex, leafIndex + 1), encodeHex(leaf)],
    ...ranges.flatMap(({ start, end }, i): [string, string][] => {
      const step = steps[i];
      return step === undefined ? [] : [[named(start, end), encodeHex(step.hash)]];
    }),
    [named(0, treeSize), encodeHex(root)],
  ];
}

function blocksProblem({ anchors }: BlockchainProof): string | undefined {
  const atHeight = new Map<string, string>();
  const byHash = new Map<string, string>();
  for (const [i, { network, block }] of anchors.entries()) {
    const height = `${block.number} of ${network}`;
    const hash = encodeHex(block.hash);
    const facts = `${height}, ${formatBlockTime(block.timeSeconds)}`;
    if ((atHeight.get(height) ?? hash) !== hash || (byHash.get(hash) ?? facts) !== facts) {
      return `anchor ${i + 1} contradicts another one about block ${height}`;
    }
    atHeight.set(height, hash);
    byHash.set(hash, facts);
  }
  return undefined;
}
