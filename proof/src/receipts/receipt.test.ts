import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeReceipt } from '../../../tests/harness/receipts.ts';
import { sha256 } from '../../../tests/harness/sample-proof.ts';
import { seededRandom } from '../../../tests/harness/seeded-random.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeBase64, encodeUtf8 } from '../encoding/bytes.ts';
import { type CborItem, CborTag, decodeCbor, encodeCbor, isCborMap } from '../encoding/cbor.ts';
import { verifyEvidence } from '../evidence/evidence.ts';
import { recognise } from '../evidence/recognise.ts';
import { decodeReceipt, encodeReceipt, encodeReceiptHeader, isReceipt, signedBytes } from './receipt.ts';
import { encodeCoseKeys } from './receipt-keys.ts';
import { verifyReceipt } from './verify-receipt.ts';

const CONTENT = encodeUtf8('hola\n');
const FILE = sha256(CONTENT);
const receipt = await makeReceipt();
const { vkey } = receipt;

const outcomes = async (bytes: Uint8Array, question: Parameters<typeof verifyReceipt>[2]) => {
  const { checks } = await verifyReceipt(nodeEngine, bytes, question);
  return Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));
};
const judge = async (bytes: Uint8Array, more: Partial<Parameters<typeof verifyEvidence>[1]> = {}) =>
  verifyEvidence(
    nodeEngine,
    { receipt: bytes, digest: async (algorithm) => (algorithm === 'SHA-256' ? FILE : undefined), ...more },
    [],
  );

describe.each([
  ['node', nodeEngine],
  ['WebCrypto', webCryptoEngine],
])('on %s', (_, engine) => {
  test.each(['SELLO-LEAF-v1', 'SELLO-LEAF-v2'] as const)('a receipt over %s is verified', async (scheme) => {
    for (const [leaves, index] of [
      [1, 0],
      [2, 1],
      [7, 2],
      [70, 64],
    ]) {
      const made = await makeReceipt({ scheme, leaves: leaves!, index: index! });
      const { checks } = await verifyReceipt(engine, made.bytes, { fileSha256: FILE, logKeys: [vkey] });
      expect(checks.map(({ name, outcome }) => [name, outcome])).toEqual([
        ['structure', 'pass'],
        ['document_digest', 'pass'],
        ['path', 'pass'],
        ['signature', 'pass'],
      ]);
    }
  });
});

test('the COSE_KeySet of a log verifies what its verifier key verifies', async () => {
  const set = await encodeCoseKeys(nodeEngine, [(await makeReceipt({ seed: 8 })).vkey, vkey]);
  const verified = await outcomes(receipt.bytes, { logKeys: [`cose:${encodeBase64(set)}`] });
  expect(verified.signature).toBe('pass');
});

describe('the words of the verdict', () => {
  test('valid under a key that was given, with the warning that it has no time', async () => {
    const verdict = await judge(receipt.bytes, { logKeys: [vkey] });
    expect(verdict).toMatchObject({
      verdict: 'valid',
      accredited: false,
      confirmed_by: ['log_key'],
      timestamp: undefined,
      blockchain: undefined,
      receipt: { log: 'sello.example/log', signed: true },
      // The signature is over the root, which does not determine the size.
      claims: [{ name: 'log_place', value: '2 of 7' }],
    });
    expect(verdict.warnings.map(({ code }) => code)).toEqual(['receipt_without_time']);
  });

  test('unconfirmed without a key, and the log is only claimed', async () => {
    const verdict = await judge(receipt.bytes);
    expect(verdict).toMatchObject({ verdict: 'unconfirmed', confirmed_by: [], receipt: { signed: false } });
    expect(verdict.claims.map(({ name }) => name)).toEqual(['log_name', 'log_place']);
  });

  test.each([
    ['another key of the log', async () => [(await makeReceipt({ seed: 8 })).vkey]],
    ['no key at all but a text', async () => ['nothing']],
    ['a set without keys', async () => [`cose:${encodeBase64(encodeCbor([]))}`]],
  ])('invalid with %s', async (_, keys) => {
    expect((await judge(receipt.bytes, { logKeys: await keys() })).verdict).toBe('invalid');
  });

  test('invalid for another document, and for one of another digest', async () => {
    const digest = async () => sha256(encodeUtf8('otro'));
    expect((await judge(receipt.bytes, { digest, logKeys: [vkey] })).verdict).toBe('invalid');
    const unknown = async () => undefined;
    expect((await judge(receipt.bytes, { digest: unknown, logKeys: [vkey] })).verdict).toBe('invalid');
  });

  test('invalid where a root or a block was demanded, which a receipt cannot answer', async () => {
    const blocks = { logKeys: [vkey], trustedBlocks: [{ hash: new Uint8Array(32) }] };
    expect((await judge(receipt.bytes, blocks)).verdict).toBe('invalid');
  });

  test('invalid once an algorithm counts as broken that holds it together', async () => {
    const now = new Date('2036-01-01T00:00:00Z');
    for (const algorithm of ['Ed25519', 'SHA-256', 'SHA-512'] as const) {
      const broken = [{ algorithm, since: new Date('2035-01-01T00:00:00Z') }];
      expect((await judge(receipt.bytes, { logKeys: [vkey], now, broken })).verdict).toBe('invalid');
    }
    const broken = [{ algorithm: 'RSA' as const, since: new Date('2035-01-01T00:00:00Z') }];
    expect((await judge(receipt.bytes, { logKeys: [vkey], now, broken })).verdict).toBe('valid');
  });
});

test('a key that bears the name of a log signs for no other log', async () => {
  const other = await makeReceipt({ issuer: 'other.example/log' });
  expect((await outcomes(other.bytes, { logKeys: [vkey] })).signature).toBe('fail');
});

test('a token beside it must be the one in the entry', async () => {
  const tokenSha256 = sha256(encodeUtf8('time stamp'));
  expect((await outcomes(receipt.bytes, { tokenSha256 })).token_digest).toBe('pass');
  expect((await outcomes(receipt.bytes, { tokenSha256: FILE })).token_digest).toBe('fail');
});

describe('what is signed', () => {
  test('never begins like a note or the message of a checkpoint, whatever header and root', () => {
    for (const header of [new Uint8Array(0), new Uint8Array(300), receipt.header])
      expect([...signedBytes(header, receipt.root).subarray(0, 12)]).toEqual([
        0x84,
        0x6a,
        ...encodeUtf8('Signature1'),
      ]);
  });

  test('has neither the place nor the size, so it adds nothing to the checkpoint', async () => {
    const [first, second] = [await makeReceipt({ index: 2 }), await makeReceipt({ index: 2 })];
    expect(first.bytes).toEqual(second.bytes);
    const header = decodeCbor(receipt.header);
    expect(isCborMap(header) && [...header.keys()]).toEqual([1, 4, 15, 395]);
  });

  test('a signature of a note is none of a receipt', async () => {
    const note = await receipt.sign(encodeUtf8(`sello.example/log\n7\n${encodeBase64(receipt.root)}\n`));
    const forged = encodeReceipt({ ...receipt.parts, signature: note });
    expect((await outcomes(forged, { logKeys: [vkey] })).signature).toBe('fail');
  });
});

type Parts = [Uint8Array, Map<number | string, CborItem>, CborItem, CborItem];

function taken(): Parts {
  return ((decodeCbor(receipt.bytes) as CborTag).item as unknown as CborItem[]).slice() as Parts;
}

/** The receipt with other parts, signed again, so that only what was changed is wrong. */
async function changed(
  change: (parts: Parts, header: Map<number | string, CborItem>) => void,
): Promise<Uint8Array> {
  const parts = taken();
  const header = new Map(decodeCbor(parts[0]) as ReadonlyMap<number | string, CborItem>);
  parts[1] = new Map(parts[1]);
  change(parts, header);
  parts[0] = encodeCbor(header);
  parts[3] = parts[3] instanceof Uint8Array ? await receipt.sign(signedBytes(parts[0], receipt.root)) : 0;
  return encodeCbor(new CborTag(18, parts));
}

const PROOF = encodeCbor([7, 2, receipt.parts.path]);
const proofs = (...list: Uint8Array[]) => new Map([[-1, list]]);

describe('a receipt has one reading', () => {
  test.each<[string, (parts: Parts, header: Map<number | string, CborItem>) => void]>([
    ['no algorithm', (_, header) => header.delete(1)],
    ['an algorithm by name', (_, header) => header.set(1, 'EdDSA')],
    ['no kind of log', (_, header) => header.delete(395)],
    ['another kind of log', (_, header) => header.set(395, 2)],
    ['a label in both headers', (parts) => parts[1].set(1, -8)],
    ['critical labels', (_, header) => header.set(2, [395])],
    ['critical labels outside', (parts) => parts[1].set(2, [395])],
    ['a key id that is a text', (_, header) => header.set(4, 'key')],
    ['claims that are no map', (_, header) => header.set(15, [])],
    ['an issuer that is a number', (_, header) => header.set(15, new Map([[1, 7]]))],
    ['no proof', (parts) => parts[1].delete(396)],
    ['two proofs', (parts) => parts[1].set(396, proofs(PROOF, PROOF))],
    [
      'a proof of consistency beside it',
      (parts) => parts[1].set(396, new Map([...proofs(PROOF), [-2, [PROOF]]])),
    ],
    [
      'a proof with a fourth part',
      (parts) => parts[1].set(396, proofs(encodeCbor([7, 2, receipt.parts.path, 0]))),
    ],
    ['a negative index', (parts) => parts[1].set(396, proofs(encodeCbor([7, -3, receipt.parts.path])))],
    ['a hash of 31 bytes', (parts) => parts[1].set(396, proofs(encodeCbor([7, 2, [new Uint8Array(31)]])))],
    [
      'a path of 65 hashes',
      (parts) => parts[1].set(396, proofs(encodeCbor([7, 2, Array(65).fill(receipt.root)]))),
    ],
    ['a payload of 31 bytes', (parts) => parts.splice(2, 1, new Uint8Array(31))],
    ['a payload that is a text', (parts) => parts.splice(2, 1, 'root')],
    ['a signature that is a number', (parts) => parts.splice(3, 1, 0)],
    ['a fifth part', (parts) => parts.push(null as never)],
    ['an unknown form of leaf', (parts) => parts[1].set(-0x534c4f31, ['SELLO-LEAF-v9', FILE, FILE, FILE])],
    ['a leaf of three parts', (parts) => parts[1].set(-0x534c4f31, ['SELLO-LEAF-v2', FILE, FILE])],
  ])('%s is refused', async (_, change) => {
    expect(await outcomes(await changed(change), { logKeys: [vkey] })).toEqual({ structure: 'fail' });
  });

  test('further labels, in any order, are no fault, and the root may be the payload', async () => {
    const bytes = await changed((parts, header) => {
      header.set(16, 'application/example');
      parts[1].set(1000, [true, null, new CborTag(1, 5)]);
      parts.splice(2, 1, receipt.root);
    });
    expect((await outcomes(bytes, { fileSha256: FILE, logKeys: [vkey] })).signature).toBe('pass');
  });

  test('another payload than the root is refused', async () => {
    const bytes = await changed((parts) => parts.splice(2, 1, FILE));
    expect((await outcomes(bytes, { logKeys: [vkey] })).path).toBe('fail');
  });

  test('an untagged message, another tag, and one that is too long are refused', async () => {
    const parts = taken();
    for (const bytes of [encodeCbor(parts), encodeCbor(new CborTag(98, parts)), new Uint8Array(65_537)])
      expect(() => decodeReceipt(bytes)).toThrow(expect.objectContaining({ code: expect.anything() }));
  });
});

describe('receipts of other logs', () => {
  const ENTRY = encodeUtf8('a statement of another service');
  const leaf = sha256(concatBytes(Uint8Array.of(0), ENTRY));
  const path = [sha256(encodeUtf8('neighbour'))];
  const root = sha256(concatBytes(Uint8Array.of(1), leaf, path[0]!));

  async function foreign(curve: 'P-256' | 'P-384' | 'P-521', algorithm: number) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
    const header = encodeCbor(
      new Map<number, CborItem>([
        [1, algorithm],
        [395, 1],
      ]),
    );
    const hash = { 'P-256': 'sha256', 'P-384': 'sha384', 'P-521': 'sha512' }[curve];
    const signature = sign(hash, signedBytes(header, root), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const proof = encodeCbor([2, 0, path]);
    const bytes = encodeCbor(
      new CborTag(18, [header, new Map([[396, proofs(proof)]]), null, new Uint8Array(signature)]),
    );
    const { x, y } = publicKey.export({ format: 'jwk' });
    const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'));
    const key = new Map<number, CborItem>([
      [1, 2],
      [-1, { 'P-256': 1, 'P-384': 2, 'P-521': 3 }[curve]],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    return { bytes, key, text: `cose:${encodeBase64(encodeCbor(key))}` };
  }

  test.each([
    ['P-256', -7],
    ['P-256', -9],
    ['P-384', -35],
    ['P-384', -51],
    ['P-521', -36],
    ['P-521', -52],
  ] as const)('the document is the entry; signed on %s by the algorithm %i', async (curve, algorithm) => {
    const { bytes, text } = await foreign(curve, algorithm);
    const question = { documentLeaf: async () => leaf, logKeys: [text] };
    for (const engine of [nodeEngine, webCryptoEngine]) {
      const { checks } = await verifyReceipt(engine, bytes, question);
      expect(checks.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'pass']);
    }
    const other = { ...question, documentLeaf: async () => sha256(ENTRY) };
    expect((await outcomes(bytes, other)).signature).toBe('fail');
  });

  test('without the entry nothing is said, also if its digest is given', async () => {
    const { bytes, text } = await foreign('P-256', -7);
    expect((await judge(bytes, { logKeys: [text] })).verdict).toBe('invalid');
  });

  test('a key on another curve, and an algorithm of another curve, do not fit', async () => {
    const [a, b] = [await foreign('P-256', -7), await foreign('P-256', -35)];
    const question = { documentLeaf: async () => leaf };
    const key = (await foreign('P-384', -35)).text;
    expect((await outcomes(a.bytes, { ...question, logKeys: [key] })).signature).toBe('fail');
    expect((await outcomes(b.bytes, { ...question, logKeys: [b.text] })).signature).toBe('fail');
  });

  test('a private key is refused', async () => {
    const { bytes, key } = await foreign('P-256', -7);
    const secret = encodeCbor(new Map([...key, [-4, new Uint8Array(32)]]));
    const logKeys = [`cose:${encodeBase64(secret)}`];
    const { checks } = await verifyReceipt(nodeEngine, bytes, { documentLeaf: async () => leaf, logKeys });
    expect(checks.at(-1)).toMatchObject({ outcome: 'fail', because: expect.stringContaining('private key') });
  });
});

test('a receipt is recognised by what it is, another COSE message is a document', () => {
  expect(recognise('a.cose', receipt.bytes)?.kind).toBe('receipt');
  expect(recognise('a.receipt', receipt.bytes.slice(0, -1))?.kind).toBe('receipt');
  expect(recognise('lunch.receipt', encodeUtf8('two tacos'))).toBeUndefined();
  const statement = encodeCbor(new CborTag(18, [encodeCbor(new Map([[1, -8]])), new Map(), FILE, FILE]));
  expect(isReceipt(statement)).toBe(false);
  expect(recognise('a.cose', statement)).toBeUndefined();
});

test('the header of our receipts is deterministic CBOR', () => {
  const header = encodeReceiptHeader('a.example/log', Uint8Array.of(1, 2, 3, 4), -8);
  expect(encodeCbor(decodeCbor(header))).toEqual(header);
  expect(encodeCbor(decodeCbor(receipt.bytes))).toEqual(receipt.bytes);
});

/** Whether only the index or the tree size differs, which are only claimed: a path fits several tree sizes. */
function differsInPlace(bytes: Uint8Array): boolean {
  const { leaf, ...read } = decodeReceipt(bytes);
  if (leaf === undefined) return false;
  const { leafIndex, treeSize } = receipt.parts;
  return Buffer.from(encodeReceipt({ ...read, leaf, leafIndex, treeSize })).equals(receipt.bytes);
}

test('of 20,000 mutants none is valid, but those that change only a place that is not signed', async () => {
  let tried = 0;
  let sameFacts = 0;
  const { seed, below } = seededRandom();
  const { bytes } = receipt;
  const mutants = function* () {
    for (let at = 0; at < bytes.length; at += 1)
      for (let bit = 0; bit < 8; bit += 1)
        yield bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));
    for (let at = 0; at < bytes.length; at += 1) {
      yield bytes.slice(0, at);
      yield concatBytes(bytes.subarray(0, at), bytes.subarray(at + 1));
      yield concatBytes(bytes.subarray(0, at), Uint8Array.of(below(256)), bytes.subarray(at));
    }
    while (tried < 20_000) {
      const copy = bytes.slice();
      for (let n = 0; n <= below(4); n += 1) copy[below(copy.length)] = below(256);
      yield copy;
    }
  };
  for (const mutant of mutants()) {
    if (Buffer.from(mutant).equals(Buffer.from(bytes))) continue;
    tried += 1;
    const checked = await outcomes(mutant, { fileSha256: FILE, logKeys: [vkey] });
    const isValid = checked.signature === 'pass' && !Object.values(checked).includes('fail');
    if (!isValid) continue;
    sameFacts += 1;
    expect(differsInPlace(mutant), `seed ${seed}`).toBe(true);
  }
  expect(tried).toBeGreaterThanOrEqual(20_000);
  expect(sameFacts).toBeLessThan(tried / 1000);
});
