import { expect, test } from 'vitest';
import { cpuMs } from '../../../tests/harness/cpu-ms.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../../../tests/harness/sample-proof.ts';
import { concatBytes, encodeUtf8 } from '../encoding/bytes.ts';
import { verifyBlockchainProof } from './anchor-verify.ts';
import type { Anchor, BlockchainProof } from './blockchain-proof.ts';
import { encodeProofXml } from './proof-xml.ts';

// SELLO_TEST_SEED repeats a run; SELLO_TEST_MUTATIONS makes it longer.
const SEED = Number(process.env.SELLO_TEST_SEED ?? 20_260_301);
const MUTATIONS = Number(process.env.SELLO_TEST_MUTATIONS ?? 2400);
const SLOW_MS = 5000;

const sample = await makeSample({
  leaves: 21,
  index: 13,
  anchors: (log) => [makeEthereumAnchor(log, { chainId: 1, trust: 'public' }), makeBitcoinAnchor(log, 17)],
});
const XML = encodeProofXml(sample.proof);
const OPTIONS = {
  logKeys: [sample.vkey],
  trustedBlocks: sample.proof.anchors.map(({ block, network }) => ({
    hash: block.hash,
    network,
    number: block.number,
  })),
};

type Random = { below(limit: number): number };

function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

type Mutation = (xml: Uint8Array, random: Random) => Uint8Array;

/** Changes text between two marks, so that most results are still XML. */
function editText(pattern: RegExp, edit: (found: string, random: Random, all: string[]) => string): Mutation {
  return (xml, random) => {
    const text = Buffer.from(xml).toString();
    const matches = [...text.matchAll(pattern)];
    const chosen = matches[random.below(matches.length)]!;
    const changed = edit(
      chosen[0],
      random,
      matches.map(([found]) => found),
    );
    return encodeUtf8(text.slice(0, chosen.index) + changed + text.slice(chosen.index + chosen[0].length));
  };
}

const pick = (random: Random, all: string[]): string => all[random.below(all.length)]!;

const MUTATIONS_BY_NAME: Record<string, Mutation> = {
  'flips a bit': (xml, random) => {
    const copy = new Uint8Array(xml);
    copy[random.below(copy.length)]! ^= 1 << random.below(8);
    return copy;
  },
  truncates: (xml, random) => xml.slice(0, random.below(xml.length)),
  'cuts a piece out': (xml, random) => {
    const start = random.below(xml.length);
    return concatBytes(xml.slice(0, start), xml.slice(start + 1 + random.below(64)));
  },
  'copies a piece elsewhere': (xml, random) => {
    const [from, to] = [random.below(xml.length), random.below(xml.length)];
    return concatBytes(xml.slice(0, to), xml.slice(from, from + 1 + random.below(80)), xml.slice(to));
  },
  'changes a digit': editText(/[0-9a-f]/g, (_, random) => '0123456789abcdef'[random.below(16)]!),
  'changes an attribute': editText(/="[^"]*"/g, (_, random, all) => pick(random, all)),
  'changes a text': editText(/>[0-9a-f]{64}</g, (_, random, all) => pick(random, all)),
  'changes a line': editText(/.+/g, (_, random, all) => pick(random, all)),
  'drops a line': editText(/.+\n/g, () => ''),
  'repeats a line': editText(/.+\n/g, (line) => line + line),
  'changes a tag': editText(/<\/?[A-Za-z]+/g, (_, random, all) => pick(random, all)),
  'spaces out': editText(/\s+/g, (found) => `${found} \n`),
};

/**
 * The proof without the issuer's unprotected statements, which docs/proof-format.md lists. Everything else must
 * be unchanged. A tree's size matters only if another size has another path.
 */
function evidenceOf(proof: BlockchainProof): unknown {
  const { status: _status, anchors: _anchors, certificate, ...rest } = proof;
  return { ...rest, issuer: certificate.issuer };
}

function evidenceOfAnchor(anchor: Anchor): unknown {
  const { trust: _trust, status: _status, finality: _finality, ...rest } = anchor;
  return { ...rest, path: { ...rest.path, treeSize: 0 } };
}

test('a changed proof is never accepted unless it proves the same, and never crashes the verifier', async () => {
  const random = createRandom(SEED);
  const names = Object.keys(MUTATIONS_BY_NAME);
  const anchors = sample.proof.anchors.map(evidenceOfAnchor);
  let accepted = 0;
  for (let i = 0; i < MUTATIONS; i += 1) {
    const name = names[i % names.length]!;
    const mutated = MUTATIONS_BY_NAME[name]!(XML, random);
    const startedAt = cpuMs();
    const { verdict, proof, witnesses } = await verifyBlockchainProof(nodeEngine, mutated, {}, OPTIONS);
    const hint = `seed ${SEED}, mutation ${i} (${name})`;
    expect(cpuMs() - startedAt, hint).toBeLessThan(SLOW_MS);
    if (verdict !== 'on_chain') continue;
    accepted += 1;
    expect(evidenceOf(proof!), hint).toEqual(evidenceOf(sample.proof));
    // An anchor may be missing or repeated; every confirmed one must be an original one.
    for (const { anchor } of witnesses) {
      expect(anchors, hint).toContainEqual(evidenceOfAnchor(proof!.anchors[anchor - 1]!));
    }
  }
  // Some mutations change nothing (white space, equal digits): they show that acceptance is possible at all.
  expect(accepted).toBeGreaterThan(MUTATIONS / 50);
});
