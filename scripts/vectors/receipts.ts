/**
 * Receipts: docs/receipts.md. Signing twice with ECDSA gives different signatures, so those of other logs were made
 * once and are kept in a file beside this one: `node scripts/vectors/receipts.ts` makes them anew.
 */

import { createHash, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { concatBytes, encodeBase64 } from '../../proof/src/encoding/bytes.ts';
import { type CborItem, CborTag, decodeCbor, encodeCbor } from '../../proof/src/encoding/cbor.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { signedBytes } from '../../proof/src/receipts/receipt.ts';
import { encodeCoseKeys } from '../../proof/src/receipts/receipt-keys.ts';
import { decodeTimestampResponse } from '../../proof/src/timestamps/timestamp.ts';
import { nodeEngine } from '../../tests/harness/node-engine.ts';
import { makeReceipt } from '../../tests/harness/receipts.ts';
import { sha256 } from '../../tests/harness/sample-proof.ts';
import { FILE_SHA256, LOG_KEY, OTHER_LOG_KEY, readDoc, type Vector } from './vector.ts';

const KEY = ['--log-key', LOG_KEY];
export const RECEIPT_ARGS = ['--receipt', 'receipt.receipt', ...KEY, 'hola.txt'];

type CborLabels = Map<number | string, CborItem>;

/** The parts of a receipt, which a case may change. `signed` is signed instead of header and root. */
type Parts = {
  header: CborLabels;
  outside: CborLabels;
  payload: CborItem;
  more: CborItem[];
  root: Uint8Array;
  headerBytes?: Uint8Array;
  signed?: Uint8Array;
};

const LEAF = -0x534c4f31;
const ES256 = -7;
const CURVES = [
  { curve: 'P-256', crv: 1, hash: 'sha256', algorithms: [ES256, -9] },
  { curve: 'P-384', crv: 2, hash: 'sha384', algorithms: [-35, -51] },
  { curve: 'P-521', crv: 3, hash: 'sha512', algorithms: [-36, -52] },
] as const;

const tokenDer = decodeTimestampResponse(readDoc('vectors/token.tsr')).token?.der ?? new Uint8Array(0);
const document = {
  fileSha256: new Uint8Array(Buffer.from(FILE_SHA256, 'hex')),
  tokenSha256: sha256(tokenDer),
};
const sample = await makeReceipt({ document });

async function receiptOf(change: (parts: Parts) => unknown = () => {}, made = sample): Promise<Buffer> {
  const [header, outside] = (decodeCbor(made.bytes) as CborTag).item as [Uint8Array, CborLabels];
  const parts: Parts = {
    header: new Map(decodeCbor(header) as CborLabels),
    outside: new Map(outside),
    payload: null,
    more: [],
    root: made.root,
  };
  change(parts);
  const bytes = parts.headerBytes ?? encodeCbor(parts.header);
  const signature = await made.sign(parts.signed ?? signedBytes(bytes, parts.root));
  return Buffer.from(
    encodeCbor(new CborTag(18, [bytes, parts.outside, parts.payload, signature, ...parts.more])),
  );
}

type Case = readonly [
  name: string,
  requirement: number,
  verdict: VerdictWord,
  because: string,
  bytes: Buffer | undefined,
  args?: readonly string[],
];

export async function receiptVectors(): Promise<Vector[]> {
  const cases = [
    ...(await genuine()),
    ...(await cborCases()),
    ...(await headerCases()),
    ...(await proofCases()),
    ...(await entryCases()),
    ...(await keyCases()),
    ...(await foreignCases()),
  ];
  return cases.map(([name, requirement, verdict, because, bytes, args = [...KEY, 'hola.txt']]) => {
    const file = `${name}.receipt`;
    return {
      requirement,
      file,
      verdict,
      because,
      args: ['--receipt', file, ...args],
      ...(bytes && { bytes }),
    };
  });
}

async function genuine(): Promise<Case[]> {
  const first = await makeReceipt({ document, scheme: 'SELLO-LEAF-v1' });
  const none = (
    requirement: number,
    verdict: VerdictWord,
    because: string,
    args: readonly string[],
  ): Case => ['receipt', requirement, verdict, because, undefined, args];
  return [
    ['receipt', 154, 'valid', 'a receipt, its file and the key of the log', Buffer.from(sample.bytes)],
    none(154, 'unconfirmed', 'no key is given', ['hola.txt']),
    none(154, 'invalid', 'another key of the log is given', ['--log-key', OTHER_LOG_KEY, 'hola.txt']),
    none(154, 'valid', 'one of two given keys signed', ['--log-key', OTHER_LOG_KEY, ...KEY, 'hola.txt']),
    none(149, 'valid', 'the SHA-256 of the file', [...KEY, '--hash', FILE_SHA256]),
    none(149, 'invalid', 'another file', [...KEY, 'root.pem']),
    none(150, 'valid', 'the time stamp of the entry beside it', [
      ...['--tsr', 'token.tsr', '--root', 'root.pem', ...KEY, 'hola.txt'],
    ]),
    none(150, 'invalid', 'another time stamp of the file beside it', [
      ...['--tsr', 'token-sha512.tsr', '--root', 'root.pem', ...KEY, 'hola.txt'],
    ]),
    none(157, 'invalid', 'a root is given', [...KEY, '--root', 'root.pem', 'hola.txt']),
    none(157, 'invalid', 'a block is given', [...KEY, '--trusted-block', '00'.repeat(32), 'hola.txt']),
    none(158, 'valid', 'RSA counts as broken', [...KEY, '--broken', 'RSA@2026-01-01', 'hola.txt']),
    none(158, 'invalid', 'SHA-256 counts as broken', [...KEY, '--broken', 'SHA-256@2026-01-01', 'hola.txt']),
    none(158, 'invalid', 'Ed25519 counts as broken', [...KEY, '--broken', 'Ed25519@2026-01-01', 'hola.txt']),
    ['receipt-leaf-v1', 148, 'valid', 'a leaf of the first form', Buffer.from(first.bytes)],
  ];
}

/** Receipts with one item encoded in another way; the signature covers the header as it is encoded then. */
async function cborCases(): Promise<Case[]> {
  const { bytes, header } = sample;
  const hex = Buffer.from(bytes).toString('hex');
  const spelled = (from: string, to: string) => {
    const at = hex.indexOf(from);
    if (at < 0) throw new Error(`the receipt does not hold ${from}`);
    return Buffer.from(`${hex.slice(0, at)}${to}${hex.slice(at + from.length)}`, 'hex');
  };
  const inHeader = (headerBytes: Uint8Array) => receiptOf((parts) => Object.assign(parts, { headerBytes }));
  const proof = encodeCbor([7, 2, sample.parts.path]);
  const inProof = (changed: Uint8Array) =>
    receiptOf(({ outside }) => outside.set(396, new Map([[-1, [changed]]])));
  const deep = (levels: number): CborItem => (levels === 0 ? 0 : [deep(levels - 1)]);
  const large = (length: number) => receiptOf(({ outside }) => outside.set(99, new Uint8Array(length)));
  const short = (await large(256)).length - 256;
  const most = 65_536 - short;
  return [
    ['receipt-most', 143, 'valid', 'a receipt of 65,536 bytes', await large(most)],
    ['receipt-beyond', 143, 'invalid', 'a receipt of 65,537 bytes', await large(most + 1)],
    [
      'receipt-order',
      144,
      'valid',
      'the labels of the header in another order',
      await inHeader(reversed(header)),
    ],
    [
      'receipt-further-labels',
      144,
      'valid',
      'further labels with texts, tags, booleans and numbers up to 2^53 − 1',
      await receiptOf(({ outside, header: own }) => {
        own.set(16, 'application/example');
        outside.set('further', [true, null, new CborTag(1, Number.MAX_SAFE_INTEGER), -1]);
      }),
    ],
    ['receipt-depth-most', 144, 'valid', '16 levels', await receiptOf((p) => p.outside.set(99, deep(12)))],
    ['receipt-depth', 144, 'invalid', '17 levels', await receiptOf((p) => p.outside.set(99, deep(13)))],
    ['receipt-left-over', 144, 'invalid', 'a byte follows', Buffer.concat([bytes, Buffer.of(0)])],
    ['receipt-cut', 144, 'invalid', 'the last byte is missing', Buffer.from(bytes.subarray(0, -1))],
    ['receipt-tag-long', 144, 'invalid', 'the tag in two bytes', spelled('d284', 'd81284')],
    ['receipt-indefinite', 144, 'invalid', 'an array of indefinite length', spelled('d284', 'd29f')],
    ['receipt-null-undefined', 144, 'invalid', '`undefined` as the payload', spelled('f65840', 'f75840')],
    [
      'receipt-length-long',
      144,
      'invalid',
      'the length of the signature in two bytes',
      spelled('f65840', 'f6590040'),
    ],
    ['receipt-label-twice', 144, 'invalid', 'a label twice', spelled('a219018c', 'a319018cf619018c')],
    [
      'receipt-header-left-over',
      144,
      'invalid',
      'a byte follows the map of the protected header, and is signed',
      await inHeader(concatBytes(header, Uint8Array.of(0))),
    ],
    [
      'receipt-header-long',
      144,
      'invalid',
      'a label of the protected header in two bytes, which are signed',
      await inHeader(Buffer.from(Buffer.from(header).toString('hex').replace(/^a401/, 'a41801'), 'hex')),
    ],
    [
      'receipt-header-float',
      144,
      'invalid',
      'a float in the protected header',
      await inHeader(Buffer.from(`a5${Buffer.from(header).toString('hex').slice(2)}1863f93c00`, 'hex')),
    ],
    [
      'receipt-proof-left-over',
      144,
      'invalid',
      'a byte follows the proof',
      await inProof(concatBytes(proof, Uint8Array.of(0))),
    ],
    [
      'receipt-proof-long',
      144,
      'invalid',
      'the size in two bytes',
      await inProof(Buffer.from(Buffer.from(proof).toString('hex').replace(/^8307/, '831807'), 'hex')),
    ],
    ['receipt-untagged', 145, 'invalid', 'without the tag', Buffer.from(bytes.subarray(1))],
    ['receipt-tag-other', 145, 'invalid', 'the tag 17', spelled('d284', 'd184')],
    [
      'receipt-five-parts',
      145,
      'invalid',
      'a fifth part',
      await receiptOf(({ more }) => void more.push(null)),
    ],
  ];
}

function reversed(header: Uint8Array): Uint8Array {
  const entries = [...(decodeCbor(header) as CborLabels)].toReversed();
  return concatBytes(
    Uint8Array.of(0xa0 + entries.length),
    ...entries.flatMap(([label, value]) => [encodeCbor(label), encodeCbor(value)]),
  );
}

async function headerCases(): Promise<Case[]> {
  const rows: readonly (readonly [name: string, because: string, change: (parts: Parts) => void])[] = [
    ['algorithm-none', 'no algorithm', ({ header }) => header.delete(1)],
    ['algorithm-text', 'the algorithm by its name', ({ header }) => header.set(1, 'EdDSA')],
    ['kind-none', 'no kind of log', ({ header }) => header.delete(395)],
    ['kind-other', 'another kind of log', ({ header }) => header.set(395, 2)],
    ['labels-both', 'the key id in both headers', ({ outside }) => outside.set(4, Uint8Array.of(1))],
    ['critical', 'a label that must be understood', ({ header }) => header.set(2, [395])],
    ['key-id-text', 'the key id as a text', ({ header }) => header.set(4, '8c20f99a')],
    ['claims-array', 'claims that are no map', ({ header }) => header.set(15, [])],
    ['issuer-number', 'an issuer that is a number', ({ header }) => header.set(15, new Map([[1, 7]]))],
  ];
  return Promise.all(
    rows.map(async ([name, because, change]): Promise<Case> => {
      return [`receipt-${name}`, 146, 'invalid', because, await receiptOf(change)];
    }),
  );
}

async function proofCases(): Promise<Case[]> {
  const { path } = sample.parts;
  const own = encodeCbor([7, 2, path]);
  const withProofs = (value: CborItem) => receiptOf(({ outside }) => void outside.set(396, value));
  const withProof = (item: CborItem) => withProofs(new Map([[-1, [encodeCbor(item)]]]));
  const alone = await makeReceipt({ document, leaves: 1, index: 0 });
  const short = [path[0]!.subarray(0, 31), ...path.slice(1)];
  const refused = (name: string, requirement: number, because: string, bytes: Buffer): Case => [
    `receipt-${name}`,
    requirement,
    'invalid',
    because,
    bytes,
  ];
  const hash = new Uint8Array(32);
  return [
    refused('proof-none', 147, 'no proof', await receiptOf(({ outside }) => void outside.delete(396))),
    refused('proof-two', 147, 'the same proof twice', await withProofs(new Map([[-1, [own, own]]]))),
    refused(
      'proof-kinds',
      147,
      'a proof of another kind beside it',
      await withProofs(
        new Map([
          [-1, [own]],
          [-2, [own]],
        ]),
      ),
    ),
    refused('proof-four-parts', 147, 'a fourth part', await withProof([7, 2, path, 0])),
    refused('proof-index-negative', 147, 'the index −1', await withProof([7, -1, path])),
    refused('path-hash-short', 147, 'a hash of 31 bytes', await withProof([7, 2, short])),
    refused(
      'path-beyond',
      147,
      'a path of 65 hashes',
      await withProof([7, 2, Array<CborItem>(65).fill(hash)]),
    ),
    ['receipt-only-leaf', 152, 'valid', 'the only leaf of a log', Buffer.from(alone.bytes)],
    refused('path-short', 152, 'the last hash is missing', await withProof([7, 2, path.slice(0, -1)])),
    refused('path-long', 152, 'a hash too many', await withProof([7, 2, [...path, hash]])),
    refused('index-beyond', 152, 'the index is the size', await withProof([7, 7, path])),
    refused(
      'path-flipped',
      154,
      'a bit of the path is another one',
      await withProof([7, 2, flippedFirst(path)]),
    ),
    refused(
      'index-other',
      154,
      'leaf 3 of 7, to which the path does not lead',
      await withProof([7, 3, path]),
    ),
    [
      'receipt-size-claimed',
      154,
      'valid',
      'leaf 2 of 8: the size is only claimed, and the path leads to the same root',
      await withProof([8, 2, path]),
    ],
    [
      'receipt-payload',
      153,
      'valid',
      'the root as the payload',
      await receiptOf((parts) => Object.assign(parts, { payload: parts.root })),
    ],
    refused(
      'payload-other',
      153,
      'another payload',
      await receiptOf((parts) => Object.assign(parts, { payload: hash })),
    ),
    refused(
      'payload-other-signed',
      153,
      'another payload, which is signed',
      await receiptOf((parts) => Object.assign(parts, { payload: hash, root: hash })),
    ),
  ];
}

function flippedFirst([first, ...rest]: readonly Uint8Array[]): Uint8Array[] {
  return [(first ?? new Uint8Array(32)).map((byte, i) => (i === 0 ? byte ^ 1 : byte)), ...rest];
}

async function entryCases(): Promise<Case[]> {
  const { salt, fileSha256, tokenSha256 } = sample.parts.leaf;
  const withLeaf = (value: CborItem) => receiptOf(({ outside }) => void outside.set(LEAF, value));
  return [
    [
      'receipt-leaf-unknown',
      148,
      'invalid',
      'an unknown form of leaf',
      await withLeaf(['SELLO-LEAF-v9', salt, fileSha256, tokenSha256]),
    ],
    [
      'receipt-leaf-salt-short',
      148,
      'invalid',
      'a salt of 31 bytes',
      await withLeaf(['SELLO-LEAF-v2', salt.subarray(1), fileSha256, tokenSha256]),
    ],
    ['receipt-leaf-short', 148, 'invalid', 'no token', await withLeaf(['SELLO-LEAF-v2', salt, fileSha256])],
    [
      'receipt-leaf-form',
      154,
      'invalid',
      'the other form of leaf, which gives another hash',
      await withLeaf(['SELLO-LEAF-v1', salt, fileSha256, tokenSha256]),
    ],
  ];
}

async function keyCases(): Promise<Case[]> {
  const other = await makeReceipt({ document, issuer: 'other.example/log' });
  const unnamed = await receiptOf(({ header }) => void header.delete(15));
  const set = encodeBase64(await encodeCoseKeys(nodeEngine, [OTHER_LOG_KEY, LOG_KEY]));
  const note = Buffer.from(`sello.example/log\n7\n${encodeBase64(sample.root)}\n`);
  const bySet = (keys: string): string[] => ['--log-key', `cose:${keys}`, 'hola.txt'];
  return [
    [
      'receipt-note-signature',
      154,
      'invalid',
      'the signature is that of the checkpoint with this root',
      await receiptOf((parts) => Object.assign(parts, { signed: note })),
    ],
    [
      'receipt-root-signature',
      154,
      'invalid',
      'the signature is over the root alone',
      await receiptOf((parts) => Object.assign(parts, { signed: parts.root })),
    ],
    ['receipt-issuer-other', 155, 'invalid', 'the issuer is another log', Buffer.from(other.bytes)],
    ['receipt-issuer-none', 155, 'invalid', 'no issuer, and the key bears the name of a log', unnamed],
    [
      'receipt-issuer-none',
      156,
      'valid',
      'no issuer, and a COSE key, which has no name',
      undefined,
      bySet(set),
    ],
    ['receipt', 156, 'valid', 'the COSE_KeySet of the log', undefined, bySet(set)],
    ['receipt', 156, 'invalid', 'a COSE_KeySet without keys', undefined, bySet('gA==')],
    [
      'receipt-ed25519',
      156,
      'valid',
      'the algorithm −19, with the verifier key',
      await receiptOf(({ header }) => void header.set(1, -19)),
    ],
    [
      'receipt-algorithm-other',
      156,
      'invalid',
      'the algorithm −7 with a key of Ed25519',
      await receiptOf(({ header }) => void header.set(1, -7)),
    ],
  ];
}

type Foreign = Record<string, { key: string; signature: string }>;
const SIGNED = new URL('receipt-signatures.json', import.meta.url);
const NEIGHBOUR = createHash('sha256').update('neighbour').digest();

/** Receipts of another log, which has two leaves; the entry of the first leaf is the file itself. */
const foreignHeader = (algorithm: number) =>
  encodeCbor(
    new Map<number, CborItem>([
      [1, algorithm],
      [395, 1],
    ]),
  );
const foreignRoot = (): Uint8Array => {
  const leaf = sha256(concatBytes(Uint8Array.of(0), readDoc('vectors/hola.txt')));
  return sha256(concatBytes(Uint8Array.of(1), leaf, NEIGHBOUR));
};

async function foreignCases(): Promise<Case[]> {
  const made = JSON.parse(readFileSync(SIGNED, 'utf8')) as Foreign;
  const taken = (algorithm: number) => made[algorithm] ?? { key: '', signature: '' };
  const bytesOf = (algorithm: number) => {
    const proof = new Map([[396, new Map([[-1, [encodeCbor([2, 0, [NEIGHBOUR]])]]])]]);
    const signature = Buffer.from(taken(algorithm).signature, 'base64');
    return Buffer.from(encodeCbor(new CborTag(18, [foreignHeader(algorithm), proof, null, signature])));
  };
  const byKey = (algorithm: number) => ['--log-key', `cose:${taken(algorithm).key}`];
  const name = (algorithm: number) => `receipt-foreign${algorithm}`;
  const [es256, es384] = [ES256, -35];
  return [
    ...CURVES.flatMap(({ curve, algorithms }) =>
      algorithms.map(
        (algorithm): Case => [
          name(algorithm),
          156,
          'valid',
          `a receipt of another log, on ${curve} by the algorithm ${algorithm}`,
          bytesOf(algorithm),
          [...byKey(algorithm), 'hola.txt'],
        ],
      ),
    ),
    [name(es256), 156, 'invalid', 'a key on P-384', undefined, [...byKey(es384), 'hola.txt']],
    [name(es256), 151, 'valid', 'the file is the entry', undefined, [...byKey(es256), 'hola.txt']],
    [name(es256), 151, 'unconfirmed', 'the file is the entry, and no key is given', undefined, ['hola.txt']],
    [name(es256), 151, 'invalid', 'another entry', undefined, [...byKey(es256), 'root.pem']],
    [name(es256), 151, 'invalid', 'no document', undefined, byKey(es256)],
    [
      name(es256),
      151,
      'invalid',
      'the SHA-256 of the entry, which is not that of the leaf',
      undefined,
      [...byKey(es256), '--hash', FILE_SHA256],
    ],
    [
      name(es256),
      158,
      'invalid',
      'P-256 counts as broken',
      undefined,
      [...byKey(es256), '--broken', 'P-256@2026-01-01', 'hola.txt'],
    ],
  ];
}

function signForeign(): void {
  const made: Foreign = {};
  for (const { curve, crv, hash, algorithms } of CURVES) {
    for (const algorithm of algorithms) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
      const key = new Map<number, CborItem>([
        [1, 2],
        [3, algorithm],
        [-1, crv],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]);
      const data = signedBytes(foreignHeader(algorithm), foreignRoot());
      const signature = signWith(hash, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      made[algorithm] = { key: encodeBase64(encodeCbor(key)), signature: signature.toString('base64') };
    }
  }
  writeFileSync(SIGNED, `${JSON.stringify(made, null, 2)}\n`);
}

if (import.meta.main) signForeign();
