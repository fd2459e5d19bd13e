import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../../../tests/harness/sample-proof.ts';
import { inclusionRanges, inclusionSides } from '../log/merkle.ts';
import { verifyBlockchainProof } from './anchor-verify.ts';
import type { Anchor, BlockchainProof, EthereumAnchor } from './blockchain-proof.ts';
import { encodeProofXml } from './proof-xml.ts';

const verdictOf = async (proof: BlockchainProof) =>
  await verifyBlockchainProof(nodeEngine, encodeProofXml(proof), {});

const failedIn = async (proof: BlockchainProof) =>
  (await verdictOf(proof)).checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);

const withPath = (proof: BlockchainProof, path: Partial<Anchor['path']>): BlockchainProof => ({
  ...proof,
  anchors: proof.anchors.map((anchor) => ({ ...anchor, path: { ...anchor.path, ...path } })),
});

/** The other tree sizes in which the path of leaf `index` has the same shape, so that one path fits all of them. */
function sizesOfShape(index: number, size: number): number[] {
  const shape = String(inclusionSides(index, size));
  return Array.from({ length: 130 }, (_, other) => other).filter(
    (other) => other !== size && String(inclusionSides(index, other)) === shape,
  );
}

test('P53 an anchor that states another size for the signed root is refused, for every size that fits its path', async () => {
  const { proof } = await makeSample({ leaves: 48, index: 30 });
  const sizes = sizesOfShape(30, 48);
  expect(sizes).toContain(33);
  expect(await failedIn(proof)).toEqual([]);
  for (const treeSize of sizes)
    expect(await failedIn(withPath(proof, { treeSize })), `${treeSize}`).toEqual(['agreement']);
  const { checks } = await verdictOf(withPath(proof, { treeSize: 33 }));
  expect(checks.find(({ name }) => name === 'agreement')?.because).toBe(
    'anchor 1 says leaf 30 of 33, the checkpoint says 30 of 48',
  );
});

test('anchors of other sizes agree as long as their paths are of the same log', async () => {
  for (const [index, sizes] of [
    [0, [1, 2, 3, 17, 30]],
    [9, [10, 11, 12, 16, 29]],
    [29, [30]],
  ] as const) {
    const { proof } = await makeSample({
      leaves: 30,
      index,
      anchors: (log) => sizes.map((size) => makeEthereumAnchor(log, { treeSize: size, chainId: size + 2 })),
    });
    // Every sample block has the number 1234. The blocks are on different networks, so this is no contradiction.
    expect(await failedIn(proof)).toEqual([]);
  }
});

test('an anchor in another log that holds the same leaf is refused', async () => {
  const { proof } = await makeSample({ leaves: 12, index: 9 });
  for (const [leaves, index] of [
    [12, 8],
    [16, 1],
    [1, 0],
  ] as const) {
    const stranger = await makeSample({ leaves, index });
    expect(await failedIn({ ...proof, anchors: stranger.proof.anchors }), `${index}`).toEqual(['agreement']);
  }
});

describe('anchors agree about their block', () => {
  test('two anchors that name one height and different hashes are refused', async () => {
    const { proof } = await makeSample({
      leaves: 12,
      index: 9,
      anchors: (log) => [makeEthereumAnchor(log), makeEthereumAnchor(log, { treeSize: 11 })],
    });
    expect(await failedIn(proof)).toEqual(['agreement']);
  });

  test('the same anchor twice says nothing new and is no contradiction', async () => {
    const { proof } = await makeSample();
    expect(await failedIn({ ...proof, anchors: [...proof.anchors, ...proof.anchors] })).toEqual([]);
  });

  test('one block hash with two heights is refused, even if the proof contains no header', async () => {
    const { proof } = await makeSample();
    const [anchor] = proof.anchors as [EthereumAnchor];
    const claimed = { ...anchor, inclusion: { type: 'none', reason: 'QBFT' } } as const;
    const other = { ...claimed, block: { ...claimed.block, number: 7 } };
    expect(await failedIn({ ...proof, anchors: [claimed, other] })).toEqual(['agreement']);
  });
});

test('an OpenTimestamps file under the name of another chain is refused', async () => {
  const { proof } = await makeSample({ anchors: (log) => [makeBitcoinAnchor(log)] });
  const litecoin = proof.anchors.map((anchor) => ({
    ...anchor,
    network: 'bip122:12a765e31ffd4059bada1e25190f6e98',
  }));
  expect(await failedIn({ ...proof, anchors: litecoin })).toEqual(['commitment']);
});

test('the steps of a path stand for all leaves except its own, each once', () => {
  for (let size = 1; size <= 70; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const ranges = inclusionRanges(index, size) ?? [];
      expect(ranges).toHaveLength(inclusionSides(index, size)?.length ?? -1);
      const leaves = ranges.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, i) => start + i),
      );
      expect([...leaves, index].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
    }
  }
  expect(inclusionRanges(3, 3)).toBeUndefined();
});
