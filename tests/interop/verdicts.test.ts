/** Two programs, one verdict: the library and the Python that was written from the documentation alone. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import {
  ALGORITHM_NAMES,
  acr2SeProfile,
  decodeTimestampResponse,
  type Evidence,
  ProofError,
  verifyEvidence,
} from '@sello/proof';
import { expect, test } from 'vitest';
import type { Anchor, BlockchainProof, EthereumAnchor } from '../../proof/src/anchors/blockchain-proof.ts';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { decodeProofXml } from '../../proof/src/anchors/proof-xml-read.ts';
import { encodeHex, encodeUtf8 } from '../../proof/src/encoding/bytes.ts';
import { LEAF_SCHEMES } from '../../proof/src/log/leaf.ts';
import { EXAMPLES } from '../../scripts/vectors/vector.ts';
import { createRandom, MUTATION_NAMES, mutate } from '../harness/mutate-proof.ts';
import { nodeEngine } from '../harness/node-engine.ts';
import { askPython, type PythonQuestion } from '../harness/python-verifier.ts';
import { readVector } from '../harness/read-vector.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample, sha256 } from '../harness/sample-proof.ts';
import { createTestAuthority } from '../harness/test-authority.ts';

// SELLO_TEST_SEED repeats a run; SELLO_TEST_MUTATIONS makes it longer, as `npm run test:chaos` does.
const SEED = Number(process.env.SELLO_TEST_SEED ?? 20_260_302);
const MUTATIONS = Number(process.env.SELLO_TEST_MUTATIONS ?? 750);

/** The full figures take minutes, also on a busy machine. */
const PATIENCE = { timeout: 30 * 60_000 };

const FILE = sha256(encodeUtf8('hola\n'));
const authority = await createTestAuthority('ecdsa-p256-sha256');
const TOKEN = await authority.stamp(FILE);
const document = { fileSha256: FILE, tokenSha256: tokenDigest(TOKEN) };

function tokenDigest(tsr: Uint8Array): Uint8Array {
  return sha256(decodeTimestampResponse(tsr).token!.der);
}

const full = await makeSample({
  document,
  leaves: 21,
  index: 13,
  anchors: (log) => [makeEthereumAnchor(log, { chainId: 1, trust: 'public' }), makeBitcoinAnchor(log, 17)],
});
const small = await makeSample({ document });
const fullV2 = await makeSample({
  document,
  scheme: 'SELLO-LEAF-v2',
  leaves: 21,
  index: 13,
  anchors: (log) => [makeEthereumAnchor(log, { chainId: 1, trust: 'public' }), makeBitcoinAnchor(log, 17)],
});
/** A proof of the SHA-512 of the same file, and its time stamp. */
const FILE_512 = new Uint8Array(createHash('sha512').update('hola\n').digest());
const TOKEN_512 = await authority.stamp(FILE_512, { hashAlgorithm: 'SHA-512' });
const fullV3 = await makeSample({
  document: {
    fileDigest: { algorithm: 'SHA-512', value: FILE_512 },
    tokenSha256: tokenDigest(TOKEN_512),
  },
  leaves: 21,
  index: 13,
  anchors: (log) => [makeEthereumAnchor(log, { chainId: 1, trust: 'public' }), makeBitcoinAnchor(log, 17)],
});
const pending = await makeSample({ document, status: 'pending', anchors: () => [] });
const [anchor] = small.proof.anchors as [EthereumAnchor];
const PROOFS: readonly BlockchainProof[] = [
  full.proof,
  fullV2.proof,
  fullV3.proof,
  small.proof,
  pending.proof,
  { ...small.proof, anchors: [{ ...anchor, inclusion: { type: 'none', reason: 'QBFT' } }] },
  {
    ...full.proof,
    anchors: full.proof.anchors.slice(1).map((each) => ({ ...each, header: undefined }) as Anchor),
  },
];
const FILES = [...PROOFS.map(encodeProofXml), readVector('blockchain-xml/originstamp-bitcoin-68f5f784.xml')];
const LOG_KEYS = [full.vkey];
const blocksOf = (anchors: readonly Anchor[]) =>
  anchors.map(({ block, network }) => ({ hash: block.hash, network, number: block.number }));
const BLOCKS = blocksOf([...full.proof.anchors, anchor]);
/** Both rich proofs invent a block of the same height, so nobody can trust the two at once. */
const BLOCKS_V2 = blocksOf(fullV2.proof.anchors);
const BLOCKS_V3 = blocksOf(fullV3.proof.anchors);
const blocksFor = (file: Uint8Array) =>
  file === FILES[1] ? BLOCKS_V2 : file === FILES[2] ? BLOCKS_V3 : BLOCKS;

const HASH_BYTES = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

/** The library's verdict. Python does not judge who signed a stamp, so no authority is trusted here either. */
async function judge({ xml, token, sha256: digest, broken, ...demands }: PythonQuestion) {
  const evidence: Evidence = {
    ...(broken && { broken: broken.map((algorithm) => ({ algorithm, since: new Date(0) })) }),
    xml,
    ...(token && { tsr: token }),
    ...(digest && {
      digest: async (algorithm) => (HASH_BYTES[algorithm] === digest.length ? digest : undefined),
    }),
    ...demands,
  };
  return await verifyEvidence(nodeEngine, evidence, []);
}

type Counts = { valid: number; unconfirmed: number; invalid: number };

async function expectSameVerdicts(
  questions: readonly PythonQuestion[],
  hint: (i: number) => string,
): Promise<Counts> {
  const answers = await askPython(questions);
  expect(answers).toHaveLength(questions.length);
  const counts = { valid: 0, unconfirmed: 0, invalid: 0 };
  for (const [i, question] of questions.entries()) {
    const { verdict, checks, blockchain } = await judge(question);
    const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);
    const python = answers[i]!;
    expect(python.verdict, `${hint(i)}: ${failed.join(', ')}; Python: ${python.because}`).toBe(verdict);
    counts[verdict] += 1;
    if (verdict === 'valid') expectSameMeaning(question, blockchain?.anchors ?? [], hint(i));
  }
  return counts;
}

/** Leaves out everything that the proof only claims. Without a key of the log, the checkpoint is only claimed too. */
function meaningOf(
  { certificate, document: of, leaf, checkpoint }: BlockchainProof,
  isSigned: boolean,
): string {
  return inText({ of, leaf, ...(isSigned && { issuer: certificate.issuer, checkpoint }) });
}

function meaningOfAnchor({ trust: _trust, status: _status, finality: _finality, ...rest }: Anchor): string {
  return inText({ ...rest, path: { ...rest.path, treeSize: 0 } });
}

function inText(value: unknown): string {
  return JSON.stringify(value, (_, each) => (each instanceof Uint8Array ? encodeHex(each) : each));
}

const examples = await Promise.all(LEAF_SCHEMES.map((scheme) => makeSample({ scheme })));
const ORIGINALS = [...PROOFS, ...examples.map(({ proof }) => proof)].map((proof) =>
  decodeProofXml(encodeProofXml(proof)),
);
const MEANINGS = ORIGINALS.flatMap((proof) => [meaningOf(proof, true), meaningOf(proof, false)]);
const ANCHORS = ORIGINALS.flatMap(({ anchors }) => anchors.map(meaningOfAnchor));

/** An accepted proof says the same as an original: the log's entry, and every block that is not merely claimed. */
function expectSameMeaning(
  { xml, logKeys }: PythonQuestion,
  shown: readonly { shown: string }[],
  hint: string,
): void {
  const proof = decodeProofXml(xml);
  expect(MEANINGS, hint).toContain(meaningOf(proof, logKeys !== undefined));
  for (const [i, each] of proof.anchors.entries())
    if (shown[i]?.shown !== 'claimed') expect(ANCHORS, hint).toContain(meaningOfAnchor(each));
}

/** Each way to ask about a file: every set of demands, right and wrong. */
function questionsAbout(xml: Uint8Array): PythonQuestion[] {
  const blocks = blocksFor(xml);
  const choices = {
    token: [undefined, TOKEN, ...(xml === FILES[2] ? [TOKEN_512] : [])],
    sha256: [undefined, FILE, new Uint8Array(32), ...(xml === FILES[2] ? [FILE_512] : [])],
    logKeys: [undefined, LOG_KEYS, ['no key']],
    trustedBlocks: [undefined, blocks, [{ hash: blocks[1]!.hash }], []],
  };
  let questions: PythonQuestion[] = [{ xml }];
  for (const [name, values] of Object.entries(choices)) {
    questions = questions.flatMap((question) =>
      values.map((value) => (value === undefined ? question : { ...question, [name]: value })),
    );
  }
  return questions;
}

test(
  'P52 both give the same verdict on every proof and vector, whatever is demanded of it',
  PATIENCE,
  async () => {
    const vectors = [
      ...FILES,
      ...EXAMPLES.map((name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url))),
      ...readdirSync(new URL('../vectors/blockchain-xml/', import.meta.url))
        .filter((name) => name.endsWith('.xml'))
        .map((name) => readVector(`blockchain-xml/${name}`)),
    ];
    const counts = await expectSameVerdicts(vectors.flatMap(questionsAbout), (i) => `question ${i}`);
    expect(Math.min(counts.valid, counts.unconfirmed, counts.invalid)).toBeGreaterThan(10);
  },
);

test('P52 both read the same digest and time from real time stamps', async () => {
  const questions: PythonQuestion[] = [];
  for (const folder of ['nom151', 'commercial', 'sigstore-staging', 'negative']) {
    for (const name of readdirSync(new URL(`../vectors/${folder}/`, import.meta.url))) {
      if (!/\.(?:tsr|tst)$/.test(name)) continue;
      const token = readVector(`${folder}/${name}`);
      const stamped = readStamped(token);
      // Python does not check signatures, so only stamps with valid signatures can be compared.
      if (stamped === undefined || (await isBroken(token))) continue;
      for (const [digest, secondsLater] of [
        [stamped.digest, 0],
        [stamped.digest, -601],
        [new Uint8Array(32), 0],
      ] as const) {
        const timeSeconds = Math.floor(stamped.genTime.getTime() / 1000) + secondsLater;
        const { proof } = await makeSample({
          document: { fileSha256: digest, tokenSha256: tokenDigest(token) },
          anchors: (log) => [makeEthereumAnchor(log, { timeSeconds })],
        });
        questions.push({ xml: encodeProofXml(proof), token });
      }
    }
  }
  const counts = await expectSameVerdicts(questions, (i) => `stamp ${i}`);
  expect(counts.unconfirmed).toBeGreaterThan(5);
  expect(counts.invalid).toBe(2 * counts.unconfirmed);
});

function readStamped(tsr: Uint8Array): { digest: Uint8Array; genTime: Date } | undefined {
  try {
    const info = decodeTimestampResponse(tsr).token?.info;
    return info?.imprint.algorithm === 'SHA-256'
      ? { digest: info.imprint.digest, genTime: info.genTime }
      : undefined;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

async function isBroken(tsr: Uint8Array): Promise<boolean> {
  return (await verifyEvidence(nodeEngine, { tsr }, [acr2SeProfile()])).verdict !== 'unconfirmed';
}

test(
  `P52 both give the same verdict on ${MUTATIONS} changed proofs, and none with another meaning is valid`,
  PATIENCE,
  async () => {
    const random = createRandom(SEED);
    const names: string[] = [];
    const questions = Array.from({ length: MUTATIONS }, (_, i): PythonQuestion => {
      const name = MUTATION_NAMES[i % MUTATION_NAMES.length]!;
      names.push(name);
      // The richest proofs, one with each form of leaf, most often; each of the others now and then.
      const file = FILES[random.below(2) === 0 ? random.below(2) : random.below(FILES.length)]!;
      const xml = mutate(file, name, random);
      return {
        xml:
          random.below(4) === 0
            ? mutate(xml, MUTATION_NAMES[random.below(MUTATION_NAMES.length)]!, random)
            : xml,
        // Python does not read which algorithms a stamp rests on, so a question has either a stamp or a broken
        // algorithm.
        ...(random.below(4) === 0
          ? { token: TOKEN }
          : random.below(16) === 0 && { broken: [ALGORITHM_NAMES[random.below(ALGORITHM_NAMES.length)]!] }),
        ...(random.below(4) === 0 && { sha256: FILE }),
        ...(random.below(3) !== 0 && { logKeys: LOG_KEYS }),
        ...(random.below(3) === 0 && { trustedBlocks: blocksFor(file) }),
      };
    });
    const counts = await expectSameVerdicts(questions, (i) => `seed ${SEED}, mutation ${i} (${names[i]})`);
    // Some mutations change nothing, or only a claim: they show that mutated proofs can be accepted at all.
    expect(counts.valid).toBeGreaterThan(MUTATIONS / 50);
    expect(counts.unconfirmed).toBeGreaterThan(MUTATIONS / 100);
  },
);
