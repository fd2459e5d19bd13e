import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import {
  makeBitcoinAnchor,
  makeEthereumAnchor,
  makeSample,
  type Sample,
} from '../../../tests/harness/sample-proof.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import {
  type AnchorVerifyOptions,
  type BlockchainVerdict,
  type TrustedBlock,
  verifyBlockchainProof,
} from './anchor-verify.ts';
import type { Anchor, BlockchainProof, EthereumAnchor, OpenTimestampsAnchor } from './blockchain-proof.ts';
import { encodeProofXml } from './proof-xml.ts';

const operator = await makeSample();
const full = await makeSample({
  leaves: 12,
  index: 9,
  anchors: (log) => [
    makeEthereumAnchor(log, { chainId: 1, trust: 'public', treeSize: 11 }),
    makeEthereumAnchor(log),
    makeBitcoinAnchor(log, 10),
  ],
});
const [publicAnchor, operatorAnchor, bitcoinAnchor] = full.proof.anchors as [
  EthereumAnchor,
  EthereumAnchor,
  OpenTimestampsAnchor,
];

async function judge(proof: BlockchainProof, options: AnchorVerifyOptions = {}): Promise<BlockchainVerdict> {
  return await verifyBlockchainProof(nodeEngine, encodeProofXml(proof), {}, options);
}

const failures = ({ checks }: BlockchainVerdict): string[] =>
  checks
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ name, anchor }) => (anchor ? `${name} ${anchor}` : name));

const flip = (bytes: Uint8Array, at: number = 0): Uint8Array =>
  Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 1 : byte));

/** The complete proof with a change to its first anchor. */
const withAnchor = (changed: Partial<EthereumAnchor>): BlockchainProof => ({
  ...full.proof,
  anchors: full.proof.anchors.with(0, { ...publicAnchor, ...changed }),
});

const ENGINES: [string, CryptoEngine][] = [
  ['WebCrypto', webCryptoEngine],
  ['node:crypto', nodeEngine],
];

test.each(ENGINES)('P14 a final proof verifies offline, with %s', async (_, engine) => {
  const { fileSha256, tokenSha256 } = full.proof.document;
  const options = { logKeys: [full.vkey] };
  const verdict = await verifyBlockchainProof(
    engine,
    encodeProofXml(full.proof),
    { fileSha256, tokenSha256, stampedAt: new Date('2026-03-01T12:00:00Z') },
    options,
  );
  expect(verdict.verdict).toBe('consistent');
  expect(verdict.proof).toEqual(full.proof);
  const anchorChecks = [1, 2, 3].flatMap((anchor) =>
    ['merkle_path', 'commitment', 'inclusion', 'block_header', 'time_order'].map((name) => [
      name,
      anchor,
      'pass',
    ]),
  );
  expect(verdict.checks.map(({ name, anchor, outcome }) => [name, anchor, outcome])).toEqual([
    ...[
      'structure',
      'document_digest',
      'token_digest',
      'leaf',
      'checkpoint',
      'checkpoint_signature',
      'agreement',
    ].map((name) => [name, undefined, 'pass']),
    ...anchorChecks,
    ['on_chain', undefined, 'skipped'],
  ]);
});

test('checks that were not requested are skipped, with a reason', async () => {
  const { checks } = await judge(operator.proof);
  const skipped = checks
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ name, because }) => [name, because]);
  expect(skipped).toEqual([
    ['document_digest', 'no document was given to compare with'],
    ['token_digest', 'no time-stamp token was given to compare with'],
    ['checkpoint_signature', 'no key of the log was given'],
    ['time_order', 'no time stamp was given to compare with'],
    ['on_chain', 'the chain was not asked'],
  ]);
});

describe('each broken part fails the check of its name', () => {
  const { document, leaf, checkpoint, certificate } = full.proof;
  const step = checkpoint.path.steps[0]!;
  const { transaction, inclusion, block, path } = publicAnchor;
  const mpt = inclusion as Extract<EthereumAnchor['inclusion'], { type: 'mpt' }>;
  const withPath = (changed: Partial<Anchor['path']>): BlockchainProof => ({
    ...full.proof,
    checkpoint: { ...checkpoint, path: { ...checkpoint.path, ...changed } },
  });
  const otherPath = (changed: Partial<Anchor['path']>): BlockchainProof =>
    withAnchor({ path: { ...path, ...changed } });

  test.each<[string, BlockchainProof, string[]]>([
    ['another salt', { ...full.proof, leaf: { ...leaf, salt: flip(leaf.salt) } }, ['leaf']],
    ['another form of leaf', { ...full.proof, leaf: { ...leaf, scheme: 'SELLO-LEAF-v2' } }, ['leaf']],
    [
      'another document',
      { ...full.proof, document: { tokenSha256: document.tokenSha256, fileSha256: flip(leaf.salt) } },
      ['leaf'],
    ],
    [
      'another time stamp',
      { ...full.proof, document: { ...document, tokenSha256: flip(leaf.salt) } },
      ['leaf'],
    ],
    [
      'another leaf',
      { ...full.proof, leaf: { ...leaf, hash: flip(leaf.hash) } },
      ['leaf', 'checkpoint', 'merkle_path 1', 'merkle_path 2', 'merkle_path 3'],
    ],
    ['another log', { ...full.proof, certificate: { ...certificate, issuer: 'other/log' } }, ['checkpoint']],
    ['no checkpoint', { ...full.proof, checkpoint: { ...checkpoint, note: 'note' } }, ['checkpoint']],
    ['a checkpoint of another size', withPath({ treeSize: 11 }), ['checkpoint']],
    ['a checkpoint path to another root', withPath({ root: path.root }), ['checkpoint']],
    [
      'a checkpoint path with a changed step',
      withPath({ steps: [{ ...step, hash: leaf.salt }, ...checkpoint.path.steps.slice(1)] }),
      ['checkpoint'],
    ],
    [
      'a path with a step on the other side',
      otherPath({
        steps: path.steps.with(0, {
          ...path.steps[0]!,
          side: path.steps[0]!.side === 'left' ? 'right' : 'left',
        }),
      }),
      ['merkle_path 1'],
    ],
    ['a path of another index', otherPath({ leafIndex: 8 }), ['merkle_path 1']],
    ['a path of another size', otherPath({ treeSize: 20 }), ['merkle_path 1']],
    ['a path with a step less', otherPath({ steps: path.steps.slice(1) }), ['merkle_path 1']],
    ['an index outside the tree', otherPath({ leafIndex: 11 }), ['merkle_path 1']],
    ['the root of another size', otherPath({ ...operatorAnchor.path }), ['commitment 1']],
    [
      'another transaction hash',
      withAnchor({ transaction: { ...transaction, hash: block.hash } }),
      ['commitment 1'],
    ],
    ['a transaction of another chain', withAnchor({ network: 'eip155:10' }), ['commitment 1']],
    [
      'another place of the commitment',
      withAnchor({ transaction: { ...transaction, commitmentOffset: 38 } }),
      ['commitment 1'],
    ],
    [
      'an unreadable transaction',
      withAnchor({ transaction: { ...transaction, raw: Uint8Array.of(2, 0xc0) } }),
      ['commitment 1', 'inclusion 1'],
    ],
    [
      'another place in the block',
      withAnchor({ transaction: { ...transaction, index: 1 } }),
      ['inclusion 1'],
    ],
    [
      'a changed node',
      withAnchor({ inclusion: { ...mpt, nodes: mpt.nodes.with(1, flip(mpt.nodes[1]!, 9)) } }),
      ['inclusion 1'],
    ],
    [
      'a node too many',
      withAnchor({ inclusion: { ...mpt, nodes: [...mpt.nodes, mpt.nodes[0]!] } }),
      ['inclusion 1'],
    ],
    [
      'a changed header',
      withAnchor({ inclusion: { ...mpt, header: flip(mpt.header, mpt.header.length - 9) } }),
      ['block_header 1'],
    ],
    [
      'an unreadable header',
      withAnchor({ inclusion: { ...mpt, header: encodeUtf8('header') } }),
      ['inclusion 1', 'block_header 1'],
    ],
    ['another block hash', withAnchor({ block: { ...block, hash: flip(block.hash) } }), ['block_header 1']],
    ['another block number', withAnchor({ block: { ...block, number: 1235 } }), ['block_header 1']],
    ['another block time', withAnchor({ block: { ...block, timeSeconds: 1 } }), ['block_header 1']],
  ])('%s', async (_, proof, expected) => {
    const verdict = await judge(proof);
    expect(failures(verdict)).toEqual(expected);
    expect(verdict.verdict).toBe('inconsistent');
  });

  test.each<[string, Partial<OpenTimestampsAnchor>, string[]]>([
    ['a file over another root', { path: operatorAnchor.path }, ['commitment 3']],
    ['an unreadable file', { ots: encodeUtf8('ots') }, ['commitment 3']],
    ['another height', { block: { ...bitcoinAnchor.block, number: 5 } }, ['commitment 3']],
    ['another Merkle root', { header: flip(bitcoinAnchor.header!, 40) }, ['inclusion 3', 'block_header 3']],
    ['another header', { header: flip(bitcoinAnchor.header!, 79) }, ['block_header 3']],
    ['another time', { block: { ...bitcoinAnchor.block, timeSeconds: 1 } }, ['block_header 3']],
  ])('OpenTimestamps: %s', async (_, changed, expected) => {
    const proof = { ...full.proof, anchors: full.proof.anchors.with(2, { ...bitcoinAnchor, ...changed }) };
    expect(failures(await judge(proof))).toEqual(expected);
  });

  test('another document or time stamp than the one in hand', async () => {
    const expected = { fileSha256: document.tokenSha256, tokenSha256: document.fileSha256! };
    const verdict = await verifyBlockchainProof(nodeEngine, encodeProofXml(full.proof), expected);
    expect(failures(verdict)).toEqual(['document_digest', 'token_digest']);
  });

  test('a file that is not a proof', async () => {
    for (const bytes of [new Uint8Array(0), encodeUtf8('<a/>'), encodeUtf8('%PDF-1.7')]) {
      const verdict = await verifyBlockchainProof(nodeEngine, bytes, {});
      expect(verdict).toMatchObject({
        verdict: 'inconsistent',
        proof: undefined,
        witnesses: [],
        warnings: [],
      });
      expect(verdict.checks.map(({ outcome }) => outcome)).toEqual([
        'fail',
        ...Array<string>(7).fill('skipped'),
      ]);
    }
  });
});

describe('the log signs its checkpoint', () => {
  const OTHER_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
  const outcome = async (sample: Sample, logKeys: string[]): Promise<unknown> =>
    (await judge(sample.proof, { logKeys })).checks.find(({ name }) => name === 'checkpoint_signature');

  test('with one of the keys given', async () => {
    expect(await outcome(full, [OTHER_KEY, full.vkey])).toMatchObject({ outcome: 'pass' });
  });

  test('fails if none of the given keys signed', async () => {
    expect(await outcome(full, [OTHER_KEY])).toMatchObject({ outcome: 'fail' });
    expect(await outcome(full, [])).toMatchObject({ outcome: 'fail' });
    expect(await outcome(full, ['no key'])).toMatchObject({ outcome: 'fail' });
  });

  test('a checkpoint with a changed signature fails', async () => {
    const note = full.proof.checkpoint.note.replace(/.=\n$/, (end) =>
      end.startsWith('Q') ? 'g=\n' : 'Q=\n',
    );
    const sample = { ...full, proof: { ...full.proof, checkpoint: { ...full.proof.checkpoint, note } } };
    expect(note).not.toBe(full.proof.checkpoint.note);
    expect(await outcome(sample, [full.vkey])).toMatchObject({ outcome: 'fail' });
  });
});

describe('"consistent" and "on the chain" are separate verdicts', () => {
  test('a trusted block hash confirms the anchor that it belongs to', async () => {
    const verdict = await judge(full.proof, {
      trustedBlocks: [{ hash: publicAnchor.block.hash, network: 'eip155:1' }],
    });
    expect(verdict.verdict).toBe('on_chain');
    expect(verdict.witnesses).toEqual([
      { anchor: 1, network: 'eip155:1', kind: 'public', independent: true },
    ]);
  });

  test('a Bitcoin block confirms too', async () => {
    const verdict = await judge(full.proof, { trustedBlocks: [{ hash: bitcoinAnchor.block.hash }] });
    expect(verdict.witnesses).toMatchObject([{ anchor: 3, independent: true }]);
  });

  test('the chain of the operator itself is never an independent witness', async () => {
    const verdict = await judge(operator.proof, {
      trustedBlocks: [{ hash: operator.proof.anchors[0]!.block.hash }],
    });
    expect(verdict.verdict).toBe('on_chain');
    expect(verdict.witnesses).toMatchObject([{ anchor: 1, kind: 'unknown', independent: false }]);
    expect(verdict.warnings).toMatchObject([{ code: 'operator_chain', anchor: 1 }]);
  });

  test.each<[string, readonly TrustedBlock[]]>([
    ['no blocks', []],
    ['other blocks', [{ hash: full.proof.leaf.hash }]],
    ['the hash on another network', [{ hash: publicAnchor.block.hash, network: 'eip155:10' }]],
    ['the hash at another height', [{ hash: publicAnchor.block.hash, number: 1 }]],
    [
      'another block at the same height',
      [{ hash: full.proof.leaf.hash, network: 'eip155:1', number: 1234 }, { hash: bitcoinAnchor.block.hash }],
    ],
  ])('a proof is not on the chain with %s', async (_, trustedBlocks) => {
    const verdict = await judge(full.proof, { trustedBlocks });
    expect(verdict.verdict).toBe('not_on_chain');
    expect(verdict.checks.at(-1)).toMatchObject({ name: 'on_chain', outcome: 'fail' });
  });

  test('a trusted block does not make a broken proof valid', async () => {
    const verdict = await judge(withAnchor({ block: { ...publicAnchor.block, number: 7 } }), {
      trustedBlocks: [{ hash: publicAnchor.block.hash }],
    });
    expect(verdict).toMatchObject({ verdict: 'inconsistent', witnesses: [] });
  });
});

describe('a proof says what it does not prove', () => {
  test('a chain whose blocks cannot be checked ends at the transaction, trusted block or not', async () => {
    const proof = {
      ...operator.proof,
      anchors: [{ ...publicAnchorOf(operator), inclusion: { type: 'none', reason: 'QBFT' } as const }],
    };
    const verdict = await judge(proof, { trustedBlocks: [{ hash: proof.anchors[0]!.block.hash }] });
    expect(verdict.verdict).toBe('not_on_chain');
    expect(verdict.witnesses).toEqual([]);
    expect(verdict.warnings.map(({ code }) => code)).toEqual(['operator_chain', 'inclusion_not_shown']);
    const offline = await judge(proof);
    expect(offline.verdict).toBe('consistent');
    expect(offline.checks.filter(({ anchor }) => anchor === 1).map(({ outcome }) => outcome)).toEqual([
      ...['pass', 'pass', 'skipped', 'skipped', 'skipped'],
    ]);
  });

  test('a Bitcoin anchor without a header ends at the Merkle root', async () => {
    const proof = { ...full.proof, anchors: [{ ...bitcoinAnchor, header: undefined }] };
    const verdict = await judge(proof, { trustedBlocks: [{ hash: bitcoinAnchor.block.hash }] });
    expect(verdict).toMatchObject({ verdict: 'not_on_chain', witnesses: [] });
  });

  test('pending, not final and permissioned give warnings', async () => {
    const pending = await makeSample({ status: 'pending', anchors: () => [] });
    expect(await judge(pending.proof)).toMatchObject({
      verdict: 'pending',
      warnings: [{ code: 'not_anchored' }],
    });
    const anchored = {
      ...operator.proof,
      status: 'anchored',
      anchors: [{ ...publicAnchorOf(operator), status: 'anchored', trust: 'permissioned' }],
    } as const;
    const codes = (await judge(anchored)).warnings.map(({ code }) => code);
    expect(codes).toEqual(['permissioned_chain', 'not_final']);
  });

  function publicAnchorOf({ proof }: Sample): EthereumAnchor {
    return proof.anchors[0] as EthereumAnchor;
  }
});
