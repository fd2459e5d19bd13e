import { expect, test } from 'vitest';
import { cpuMs } from '../../../tests/harness/cpu-ms.ts';
import { createRandom, MUTATION_NAMES, mutate } from '../../../tests/harness/mutate-proof.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../../../tests/harness/sample-proof.ts';
import { LEAF_SCHEMES, type LeafScheme } from '../log/leaf.ts';
import { verifyBlockchainProof } from './anchor-verify.ts';
import type { Anchor, BlockchainProof } from './blockchain-proof.ts';
import { encodeProofXml } from './proof-xml.ts';

// SELLO_TEST_SEED repeats a run; SELLO_TEST_MUTATIONS makes it longer, as `npm run test:chaos` does.
const SEED = Number(process.env.SELLO_TEST_SEED ?? 20_260_301);
const MUTATIONS = Number(process.env.SELLO_TEST_MUTATIONS ?? 1000);
const SLOW_MS = 5000;

const sampleOf = (scheme: LeafScheme) =>
  makeSample({
    scheme,
    leaves: 21,
    index: 13,
    anchors: (log) => [makeEthereumAnchor(log, { chainId: 1, trust: 'public' }), makeBitcoinAnchor(log, 17)],
  });

/**
 * The proof without the issuer's unprotected statements, which docs/proof-format.md lists. Everything else must be
 * unchanged. The size of the tree that an anchor names is also an unprotected statement, unless the checkpoint has the
 * same size.
 */
function evidenceOf(proof: BlockchainProof): unknown {
  const { status: _status, anchors: _anchors, certificate, ...rest } = proof;
  return { ...rest, issuer: certificate.issuer };
}

function evidenceOfAnchor(anchor: Anchor): unknown {
  const { trust: _trust, status: _status, finality: _finality, ...rest } = anchor;
  return { ...rest, path: { ...rest.path, treeSize: 0 } };
}

test.each(LEAF_SCHEMES)(
  'P97 a changed proof (%s) is accepted only if it proves the same, and never crashes the verifier',
  async (scheme) => {
    const sample = await sampleOf(scheme);
    const original = encodeProofXml(sample.proof);
    const trustedBlocks = sample.proof.anchors.map(({ block, network }) => ({
      hash: block.hash,
      network,
      number: block.number,
    }));
    const options = { logKeys: [sample.vkey], trustedBlocks };
    const random = createRandom(SEED);
    const anchors = sample.proof.anchors.map(evidenceOfAnchor);
    let accepted = 0;
    for (let i = 0; i < MUTATIONS; i += 1) {
      const name = MUTATION_NAMES[i % MUTATION_NAMES.length]!;
      const mutated = mutate(original, name, random);
      const startedAt = cpuMs();
      const { verdict, proof, witnesses } = await verifyBlockchainProof(nodeEngine, mutated, {}, options);
      const hint = `seed ${SEED}, mutation ${i} (${name})`;
      expect(cpuMs() - startedAt, hint).toBeLessThan(SLOW_MS);
      if (verdict !== 'on_chain') continue;
      accepted += 1;
      expect(evidenceOf(proof!), hint).toEqual(evidenceOf(sample.proof));
      // An anchor may be missing or repeated, but every confirmed anchor must be one of the original proof.
      for (const { anchor } of witnesses) {
        expect(anchors, hint).toContainEqual(evidenceOfAnchor(proof!.anchors[anchor - 1]!));
      }
    }
    // Some mutations change nothing (white space, equal digits). They show that a mutated proof can be accepted at all.
    expect(accepted).toBeGreaterThan(MUTATIONS / 50);
  },
);
