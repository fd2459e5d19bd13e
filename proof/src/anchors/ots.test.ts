import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import {
  makeBitcoinAnchor,
  makeEthereumAnchor,
  makeSample,
  sha256,
} from '../../../tests/harness/sample-proof.ts';
import { concatBytes, encodeHex, encodeUtf8, parseHex } from '../encoding/bytes.ts';
import type { EthereumAnchor } from './blockchain-proof.ts';
import { decodeBlockHeader } from './ethereum.ts';
import {
  decodeOtsFile,
  decodeOtsTree,
  encodeOtsFile,
  encodeOtsTree,
  type OtsFile,
  type OtsTree,
} from './ots.ts';
import { evaluateOts, mergeOtsTrees, pruneOts, upgradeOts } from './ots-evaluate.ts';
import { encodeOtsExport } from './ots-export.ts';

const readOts = (name: string): Uint8Array => readVector(`opentimestamps/${name}.txt.ots`);
const readText = (name: string): Uint8Array => readVector(`opentimestamps/${name}.txt`);

describe.each(['hello-world', 'bad-stamp', 'incomplete', 'two-calendars'])('the real file %s', (name) => {
  test('is about its text, and is written again in the same bytes', () => {
    const file = decodeOtsFile(readOts(name));
    expect(file.digest).toEqual(sha256(readText(name)));
    expect(encodeOtsFile(file)).toEqual(readOts(name));
  });

  test('cut short, or with bytes left over, is refused', () => {
    const bytes = readOts(name);
    for (let end = 0; end < bytes.length; end += 1) {
      expect(() => decodeOtsFile(bytes.subarray(0, end))).toThrow(
        expect.objectContaining({ code: 'ots_malformed' }),
      );
    }
    expect(() => decodeOtsFile(concatBytes(bytes, Uint8Array.of(0)))).toThrow('left over');
  });
});

/** The two complete files begin with RIPEMD-160, which no engine computes, so it is computed here. */
async function merkleRootOf(name: string): Promise<string> {
  const { digest, tree } = decodeOtsFile(readOts(name));
  expect(tree.branches.map(({ operation }) => operation)).toEqual([{ name: 'ripemd160' }]);
  const hashed = new Uint8Array(createHash('ripemd160').update(digest).digest());
  const [found, second] = await evaluateOts(nodeEngine, { digest: hashed, tree: tree.branches[0]!.tree });
  expect(second).toBeUndefined();
  expect(found?.attestation).toEqual({ kind: 'bitcoin', height: 358_391 });
  return encodeHex(found!.message);
}

test('hello-world leads to the Merkle root of the real Bitcoin block, bad-stamp to another', async () => {
  const block = JSON.parse(
    Buffer.from(readVector('opentimestamps/bitcoin-block-358391.json')).toString(),
  ) as {
    hash: string;
    header: string;
  };
  const header = parseHex(block.header)!;
  expect(encodeHex(sha256(sha256(header)).reverse())).toBe(block.hash);
  expect(await merkleRootOf('hello-world')).toBe(encodeHex(header.subarray(36, 68)));
  expect(await merkleRootOf('bad-stamp')).not.toBe(encodeHex(header.subarray(36, 68)));
  expect(await evaluateOts(nodeEngine, decodeOtsFile(readOts('hello-world')))).toEqual([]);
});

test('pending files name their calendars and what they were given', async () => {
  const attested = await evaluateOts(nodeEngine, decodeOtsFile(readOts('two-calendars')));
  expect(attested.map(({ attestation }) => attestation)).toEqual([
    { kind: 'pending', uri: 'https://alice.btc.calendar.opentimestamps.org' },
    { kind: 'pending', uri: 'https://bob.btc.calendar.opentimestamps.org' },
  ]);
});

const tip = (height: number): OtsTree => ({ attestations: [{ kind: 'bitcoin', height }], branches: [] });
const chain = (tree: OtsTree): OtsTree => ({
  attestations: [],
  branches: [
    {
      operation: { name: 'append', argument: encodeUtf8('x') },
      tree: { attestations: [], branches: [{ operation: { name: 'sha256' }, tree }] },
    },
  ],
});

describe('a calendar completes a file', () => {
  const file = decodeOtsFile(readOts('two-calendars'));
  const uri = 'https://bob.btc.calendar.opentimestamps.org';

  test('its answer replaces its pending attestation, and the other one stays', async () => {
    const [, bob] = await evaluateOts(nodeEngine, file);
    const reply = encodeOtsTree(chain(tip(800_000)));
    const upgraded = await upgradeOts(nodeEngine, file, { uri, commitment: bob!.message, reply });
    const attested = await evaluateOts(nodeEngine, decodeOtsFile(encodeOtsFile(upgraded!)));
    expect(attested).toEqual([
      {
        attestation: { kind: 'pending', uri: 'https://alice.btc.calendar.opentimestamps.org' },
        message: expect.anything(),
      },
      {
        attestation: { kind: 'bitcoin', height: 800_000 },
        message: sha256(concatBytes(bob!.message, encodeUtf8('x'))),
      },
    ]);
  });

  test('an answer for another commitment or from another calendar changes nothing', async () => {
    const [alice, bob] = await evaluateOts(nodeEngine, file);
    const reply = encodeOtsTree(tip(800_000));
    expect(await upgradeOts(nodeEngine, file, { uri, commitment: alice!.message, reply })).toBeUndefined();
    expect(
      await upgradeOts(nodeEngine, file, { uri: 'https://c.example', commitment: bob!.message, reply }),
    ).toBeUndefined();
  });

  test('an answer that is not a timestamp is refused', async () => {
    const [, bob] = await evaluateOts(nodeEngine, file);
    const reply = encodeUtf8('Pending confirmation in Bitcoin blockchain');
    await expect(upgradeOts(nodeEngine, file, { uri, commitment: bob!.message, reply })).rejects.toThrow();
  });
});

test('merged trees contain every branch once', () => {
  const merged = mergeOtsTrees(
    chain(tip(1)),
    chain({ ...tip(2), attestations: [...tip(1).attestations, ...tip(2).attestations] }),
  );
  expect(merged.branches).toHaveLength(1);
  expect(merged.branches[0]!.tree.branches[0]!.tree.attestations).toEqual([
    { kind: 'bitcoin', height: 1 },
    { kind: 'bitcoin', height: 2 },
  ]);
});

test('every kind of operation and attestation survives, in the order of the reference client', () => {
  const operations = ['sha1', 'ripemd160', 'sha256', 'keccak256', 'reverse', 'hexlify'] as const;
  const sorted: OtsTree = {
    attestations: [
      { kind: 'bitcoin', height: 0 },
      { kind: 'bitcoin', height: 2 ** 31 },
      { kind: 'litecoin', height: 127 },
      { kind: 'ethereum', height: 128 },
      { kind: 'pending', uri: 'https://a.calendar.example:8080/x' },
      { kind: 'pending', uri: 'https://b.example' },
      { kind: 'unknown', tag: new Uint8Array(8).fill(0xaa), payload: new Uint8Array(300) },
    ],
    branches: operations.map((name) => ({ operation: { name }, tree: tip(5) })),
  };
  expect(decodeOtsTree(encodeOtsTree(sorted))).toEqual(sorted);
  const shuffled = {
    attestations: sorted.attestations.toReversed(),
    branches: sorted.branches.toReversed(),
  };
  expect(encodeOtsTree(shuffled)).toEqual(encodeOtsTree(sorted));
});

test('a file is cut down to what leads to the wanted attestations, and to nothing else', async () => {
  const file = decodeOtsFile(readOts('two-calendars'));
  const all = await evaluateOts(nodeEngine, file);
  const pruned = await pruneOts(nodeEngine, file, ({ attestation }) => attestation === all[1]!.attestation);
  expect(await evaluateOts(nodeEngine, pruned!)).toEqual([all[1]]);
  expect(encodeOtsFile(pruned!).length).toBeLessThan(readOts('two-calendars').length);
  expect(await pruneOts(nodeEngine, file, () => true)).toEqual(file);
  expect(await pruneOts(nodeEngine, file, () => false)).toBeUndefined();
  // Attestations behind an unsupported operation are dropped.
  expect(await pruneOts(nodeEngine, decodeOtsFile(readOts('hello-world')), () => true)).toBeUndefined();
});

test('a reader can set lower limits than the format', () => {
  const bytes = encodeOtsTree(chain(chain(tip(5))));
  const limits = { bytes: bytes.length, depth: 5, parts: 5 };
  expect(encodeOtsTree(decodeOtsTree(bytes, limits))).toEqual(bytes);
  for (const name of ['bytes', 'depth', 'parts'] as const) {
    expect(() => decodeOtsTree(bytes, { ...limits, [name]: limits[name] - 1 })).toThrow(
      expect.objectContaining({ code: 'ots_malformed' }),
    );
  }
});

describe('a file that the reference client refuses, or that no real program writes, is refused', () => {
  const magic = readOts('incomplete').subarray(0, 31);
  const digest = new Uint8Array(32);
  const file = (...tail: number[]): Uint8Array =>
    concatBytes(magic, Uint8Array.of(1, 8), digest, Uint8Array.from(tail));
  const BITCOIN = [0, ...parseHex('0588960d73d71901')!];
  test.each<[string, Uint8Array]>([
    ['other magic', concatBytes(magic.with(3, 0), file().subarray(31), Uint8Array.from([...BITCOIN, 1, 1]))],
    ['another version', file(...BITCOIN, 1, 1).with(31, 2)],
    ['a file hashed with SHA-1', file(...BITCOIN, 1, 1).with(32, 2)],
    ['an unknown operation', file(0x09, ...BITCOIN, 1, 1)],
    ['nothing to append', file(0xf0, 0, ...BITCOIN, 1, 1)],
    ['a number that is not in its shortest form', file(...BITCOIN, 2, 0x81, 0)],
    ['a huge number', file(...BITCOIN, 9, 255, 255, 255, 255, 255, 255, 255, 255, 1)],
    ['a payload with more in it', file(...BITCOIN, 2, 1, 1)],
    ['a payload longer than the file', file(...BITCOIN, 200)],
    ['operations nested too deep', file(...Array<number>(256).fill(8), ...BITCOIN, 1, 1)],
    [
      'too many parts',
      file(
        ...Array<number[]>(1100)
          .fill([0xff, ...BITCOIN, 1, 1])
          .flat(),
        ...BITCOIN,
        1,
        1,
      ),
    ],
    [
      'an address with a query',
      concatBytes(file(0, ...parseHex('83dfe30d2ef90c8e')!, 5, 4), encodeUtf8('a?b=')),
    ],
    ['too many bytes', concatBytes(file(0xf0, 255, 31), new Uint8Array(66_000))],
  ])('%s', (_, bytes) => {
    expect(() => decodeOtsFile(bytes)).toThrow(expect.objectContaining({ code: 'ots_malformed' }));
  });

  test('a message that grows past 4096 octets', async () => {
    let tree: OtsTree = tip(1);
    for (let i = 0; i < 8; i += 1)
      tree = { attestations: [], branches: [{ operation: { name: 'hexlify' }, tree }] };
    await expect(evaluateOts(nodeEngine, { digest, tree })).rejects.toMatchObject({ code: 'ots_malformed' });
  });

  test('a tree without attestation cannot be written', () => {
    expect(() => encodeOtsTree({ attestations: [], branches: [] })).toThrow('proves nothing');
  });
});

describe('our own proof as an OpenTimestamps file', () => {
  const attestedBy = async (bytes: Uint8Array): Promise<string[]> => {
    const attested = await evaluateOts(nodeEngine, decodeOtsFile(bytes));
    return attested.map(
      ({ attestation, message }) => `${JSON.stringify(attestation.kind)} ${encodeHex(message)}`,
    );
  };
  const transactionsRoot = ({ inclusion }: EthereumAnchor): string =>
    inclusion.type === 'mpt' ? encodeHex(decodeBlockHeader(inclusion.header).transactionsRoot) : '';

  test('leads from the digest of the file to the transactions root, on Ethereum itself and elsewhere', async () => {
    for (const [chainId, kind] of [
      [1, 'ethereum'],
      [1337, 'unknown'],
    ] as const) {
      for (const transactions of [1, 3, 200]) {
        const { proof } = await makeSample({
          leaves: 50,
          index: 20,
          anchors: (log) => [makeEthereumAnchor(log, { chainId, transactions })],
        });
        const file: OtsFile = decodeOtsFile(encodeOtsExport(proof)!);
        expect(file.digest).toEqual(proof.document.fileSha256);
        expect(await attestedBy(encodeOtsFile(file))).toEqual([
          `"${kind}" ${transactionsRoot(proof.anchors[0] as EthereumAnchor)}`,
        ]);
      }
    }
  });

  test('holds all anchors at once, each at its own size of the log', async () => {
    const { proof } = await makeSample({
      leaves: 50,
      index: 20,
      anchors: (log) => [
        makeEthereumAnchor(log, { chainId: 1, treeSize: 33 }),
        makeEthereumAnchor(log),
        makeBitcoinAnchor(log),
      ],
    });
    const [first, second, third] = proof.anchors as [
      EthereumAnchor,
      EthereumAnchor,
      ReturnType<typeof makeBitcoinAnchor>,
    ];
    expect((await attestedBy(encodeOtsExport(proof)!)).sort()).toEqual([
      `"bitcoin" ${encodeHex(third.header!.subarray(36, 68))}`,
      `"ethereum" ${transactionsRoot(first)}`,
      `"unknown" ${transactionsRoot(second)}`,
    ]);
  });

  test('includes calendar stamps of the log, and only those if no anchor reaches a block', async () => {
    const { proof } = await makeSample({
      leaves: 50,
      index: 20,
      anchors: (log) => [makeEthereumAnchor(log, { chainId: 1 }), makeBitcoinAnchor(log)],
    });
    const [ethereum, { path, ots, header }] = proof.anchors as [
      EthereumAnchor,
      ReturnType<typeof makeBitcoinAnchor>,
    ];
    const bitcoin = `"bitcoin" ${encodeHex(header!.subarray(36, 68))}`;
    const witnessed = { ...proof, anchors: [ethereum] };
    expect((await attestedBy(encodeOtsExport(witnessed, [{ path, ots }])!)).sort()).toEqual([
      bitcoin,
      `"ethereum" ${transactionsRoot(ethereum)}`,
    ]);
    const hidden = { ...ethereum, inclusion: { type: 'none', reason: 'QBFT' } as const };
    expect(await attestedBy(encodeOtsExport({ ...proof, anchors: [hidden] }, [{ path, ots }])!)).toEqual([
      bitcoin,
    ]);
    expect(() =>
      encodeOtsExport(witnessed, [
        {
          path: ethereum.path,
          ots: encodeOtsFile({ digest: path.root.map((byte) => byte ^ 1), tree: tip(1) }),
        },
      ]),
    ).toThrow('another root');
  });

  test('does not exist before an anchor reaches a block', async () => {
    const { proof } = await makeSample({ status: 'pending', anchors: () => [] });
    expect(encodeOtsExport(proof)).toBeUndefined();
    const { proof: anchored } = await makeSample();
    const [anchor] = anchored.anchors as [EthereumAnchor];
    const downgraded = { ...anchor, inclusion: { type: 'none', reason: 'QBFT' } as const };
    expect(encodeOtsExport({ ...anchored, anchors: [downgraded] })).toBeUndefined();
  });

  test('is not written if the parts do not fit together', async () => {
    const { proof } = await makeSample();
    const [anchor] = proof.anchors as [EthereumAnchor];
    const wrong = { ...anchor, transaction: { ...anchor.transaction, commitmentOffset: 1 } };
    expect(() => encodeOtsExport({ ...proof, anchors: [wrong] })).toThrow('do not fit together');
    const { proof: other } = await makeSample({
      anchors: (log) => [{ ...makeBitcoinAnchor(log), path: log.pathAt(5) }],
    });
    expect(() => encodeOtsExport(other)).toThrow('another root');
  });
});
