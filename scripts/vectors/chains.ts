/** Leaf, paths, transactions and blocks: docs/proof-format.md, §2, steps 2, 3 and 5 to 7. */

import { createHash } from 'node:crypto';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { concatBytes } from '../../proof/src/encoding/bytes.ts';
import { encodeNumber, encodeRlp, type RlpItem } from '../../proof/src/encoding/rlp.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { makeEthereumAnchor, makeSample, transactionFields } from '../../tests/harness/sample-proof.ts';
import { withoutHeader } from './limits.ts';
import {
  EXAMPLES,
  FILE_SHA256,
  inAttribute,
  inDigits,
  inLast,
  proofVector,
  refused,
  refusedV2,
  replace,
  type Vector,
  withNote,
} from './vector.ts';

export async function chainVectors(): Promise<Vector[]> {
  return [
    ...examples(),
    ...leaves(),
    ...paths(),
    ...(await agreements()),
    ...transactions(),
    ...(await transactionKinds()),
    ...blocks(),
    ...(await headers()),
  ];
}

function examples(): Vector[] {
  const about = (
    i: 0 | 1,
    requirement: number,
    verdict: VerdictWord,
    because: string,
    ...args: string[]
  ) => ({
    requirement,
    file: `../${EXAMPLES[i]}`,
    verdict,
    because,
    args: ['--xml', `../${EXAMPLES[i]}`, ...args],
  });
  return [
    about(0, 26, 'unconfirmed', 'the document that it is about', '--hash', FILE_SHA256),
    about(0, 26, 'invalid', 'another document', '--hash', '00'.repeat(32)),
    about(0, 28, 'unconfirmed', 'a leaf of the first form'),
    about(1, 29, 'unconfirmed', 'a leaf of the second form'),
  ];
}

function leaves(): Vector[] {
  return [
    ...refused([
      ['document-digest', 28, 'another document than the leaf commits to', inDigits('<Digest')],
      ['token-digest', 28, 'another time stamp than the leaf commits to', inDigits('<TimeStampToken')],
      ['salt', 28, 'the salt does not give the leaf', inDigits('<Salt')],
      ['leaf-hash', 28, 'the leaf is not the hash of salt, document and time stamp', inDigits('<Hash')],
      [
        'v1-as-v2',
        29,
        'a leaf of the first form that says to be of the second',
        replace('SELLO-LEAF-v1', 'SELLO-LEAF-v2'),
      ],
      ['leaf-form', 25, 'a form of leaf that is not known', replace('SELLO-LEAF-v1', 'SELLO-LEAF-v9')],
    ]),
    ...refusedV2([
      [
        'v2-as-v1',
        28,
        'a leaf of the second form that says to be of the first',
        replace('SELLO-LEAF-v2', 'SELLO-LEAF-v1'),
      ],
      ['v2-salt', 29, 'the salt does not give the entry', inDigits('<Salt')],
      ['v2-document-digest', 29, 'another document than the entry commits to', inDigits('<Digest')],
      ['v2-token-digest', 29, 'another time stamp than the entry commits to', inDigits('<TimeStampToken')],
      ['v2-leaf-hash', 29, 'the leaf is not the hash of the entry', inDigits('<Hash')],
      ['v2-entry-as-leaf', 29, 'the entry stands in place of its hash', withEntryAsLeaf],
      ['v2-index', 30, 'the index belongs to another leaf', replace('leafIndex="2"', 'leafIndex="3"')],
    ]),
  ];
}

/** Uses as leaf the digest of salt, document and time stamp, without the hash over that digest. */
function withEntryAsLeaf(xml: string): string {
  const bytesOf = (name: string) => new RegExp(`<${name}[^>]*>([0-9a-f]{64})<`).exec(xml)?.[1] ?? '';
  const parts = ['Salt', 'Digest', 'TimeStampToken'].map((name) => Buffer.from(bytesOf(name), 'hex'));
  const entry = createHash('sha256').update(Buffer.concat([Buffer.from('SELLO-LEAF-v2\0'), ...parts]));
  return xml.replace(/<Hash>[0-9a-f]{64}/, `<Hash>${entry.digest('hex')}`);
}

function paths(): Vector[] {
  return refused([
    ['step', 30, 'a step of the path is another hash', inDigits('<Step')],
    [
      'step-side',
      30,
      'a step is on the other side than index and size say',
      replace('side="right"', 'side="left"'),
    ],
    ['step-missing', 30, 'the path is too short', (xml) => xml.replace(/\n *<Step[^\n]*/, '')],
    ['step-twice', 30, 'the path is too long', (xml) => xml.replace(/(\n *<Step[^\n]*)/, '$1$1')],
    ['leaf-index', 30, 'the index belongs to another leaf', replace('leafIndex="2"', 'leafIndex="3"')],
    ['leaf-beyond', 30, 'the index is not below the size', replace('leafIndex="2"', 'leafIndex="7"')],
    ['root', 30, 'the path leads to another root', inDigits('<Root')],
    ['checkpoint-size', 34, 'the note states 7 leaves, the path 8', replace('treeSize="7"', 'treeSize="8"')],
    [
      'checkpoint-note-size',
      34,
      'the note states another size than the path',
      withNote((note) => note.replace('\n7\n', '\n8\n')),
    ],
    [
      'checkpoint-note-root',
      34,
      'the note states another root than the path',
      withNote((note) => note.replace('rE4kZ', 'rE4kY')),
    ],
    ['checkpoint-origin', 34, 'the note is of another log', replace('issuer="sello.', 'issuer="other.')],
    [
      'anchor-size',
      31,
      'the anchor says leaf 2 of 6 under the root that the log signed as 2 of 7: its own path fits, the two disagree',
      inLast('treeSize="7"', 'treeSize="6"'),
    ],
  ]);
}

async function agreements(): Promise<Vector[]> {
  const sample = async (...sizes: number[]) => {
    const { proof } = await makeSample({
      anchors: (log) => sizes.map((treeSize) => makeEthereumAnchor(log, { treeSize })),
    });
    return Buffer.from(encodeProofXml(proof)).toString();
  };
  const twice = await sample(7, 7);
  const named = withoutHeader('x')(withoutHeader('x')(twice));
  return [
    proofVector(
      'anchor-other-size',
      { requirement: 31, verdict: 'unconfirmed', because: 'an anchor over fewer leaves than the checkpoint' },
      await sample(5),
    ),
    proofVector(
      'anchor-twice',
      { requirement: 33, verdict: 'unconfirmed', because: 'the same anchor twice' },
      twice,
    ),
    proofVector(
      'block-named-twice',
      {
        requirement: 32,
        verdict: 'unconfirmed',
        because: 'two anchors name one block and say the same of it',
      },
      named,
    ),
    proofVector(
      'block-two-times',
      { requirement: 32, verdict: 'invalid', because: 'two anchors name one block at two times' },
      inLast('T12:00:00Z', 'T12:00:01Z')(named),
    ),
    proofVector(
      'block-two-hashes',
      { requirement: 32, verdict: 'invalid', because: 'two anchors name two blocks of one height' },
      named.replace(/(<Block hash=")./, '$1f'),
    ),
    proofVector(
      'block-two-numbers',
      { requirement: 32, verdict: 'invalid', because: 'two anchors give one block two numbers' },
      inLast('number="1234"', 'number="1235"')(named),
    ),
  ];
}

function transactions(): Vector[] {
  return refused([
    ['transaction', 42, 'the transaction has another hash', inDigits('<Raw')],
    ['transaction-hash', 42, 'the transaction has another hash', inAttribute('Transaction', 'hash')],
    [
      'network',
      43,
      'the transaction is for another chain',
      replace('network="eip155:1337"', 'network="eip155:1"'),
    ],
    ['commitment-offset', 43, 'the commitment is elsewhere', replace('offset="43"', 'offset="42"')],
    [
      'transaction-index',
      47,
      'the nodes lead to another place of the block',
      replace('index="2"', 'index="1"'),
    ],
    ['node', 47, 'a node of the trie has another hash', inDigits('<Node')],
    ['node-missing', 47, 'a node of the trie is missing', (xml) => xml.replace(/\n *<Node[^\n]*/, '')],
    ['node-twice', 47, 'a node of the trie is left over', (xml) => xml.replace(/(\n *<Node[^\n]*)/, '$1$1')],
  ]);
}

const TO = 5;

/** Whole proofs, each with a transaction of another kind, and with a trie and a header that fit it. */
async function transactionKinds(): Promise<Vector[]> {
  const signature = [encodeNumber(1), new Uint8Array(32).fill(0x22), new Uint8Array(32).fill(0x33)];
  const dynamic = (change: (fields: RlpItem[]) => RlpItem[]) => (input: Uint8Array) =>
    concatBytes(Uint8Array.of(2), encodeRlp(change(transactionFields(1337, 2, input))));
  const typed = (type: number, more: RlpItem[]) => (input: Uint8Array) => {
    const fields = transactionFields(1337, 2, input).slice(0, 9);
    return concatBytes(Uint8Array.of(type), encodeRlp([...fields, ...more, ...signature]));
  };
  const legacy = (v: number) => (input: Uint8Array) => {
    const [, nonce, , price, gas, to, value] = transactionFields(1337, 2, input);
    return encodeRlp([nonce!, price!, gas!, to!, value!, input, encodeNumber(v), ...signature.slice(1)]);
  };
  const accessList = (input: Uint8Array) => {
    const [chain, nonce, , price, gas, to, value] = transactionFields(1337, 2, input);
    return concatBytes(
      Uint8Array.of(1),
      encodeRlp([chain!, nonce!, price!, gas!, to!, value!, input, [], ...signature]),
    );
  };
  const cases: [string, number, VerdictWord, string, (input: Uint8Array) => Uint8Array][] = [
    [
      'transaction-legacy',
      44,
      'unconfirmed',
      'a legacy transaction that is bound to its chain',
      legacy(1337 * 2 + 35),
    ],
    ['transaction-legacy-36', 44, 'unconfirmed', 'the same with the other parity', legacy(1337 * 2 + 36)],
    [
      'transaction-legacy-any-chain',
      43,
      'invalid',
      'a legacy transaction that is bound to no chain',
      legacy(27),
    ],
    ['transaction-type-1', 44, 'unconfirmed', 'a transaction of EIP-2930', accessList],
    [
      'transaction-type-3',
      44,
      'unconfirmed',
      'a transaction of EIP-4844',
      typed(3, [encodeNumber(1), [new Uint8Array(32).fill(1)]]),
    ],
    ['transaction-type-4', 44, 'unconfirmed', 'a transaction of EIP-7702', typed(4, [[]])],
    ['transaction-type-5', 44, 'invalid', 'a type that is not known', typed(5, [[]])],
    [
      'transaction-fields',
      44,
      'invalid',
      'a field too many',
      dynamic((fields) => [...fields, encodeNumber(1)]),
    ],
    [
      'to-empty',
      45,
      'unconfirmed',
      'an empty recipient: a contract is made',
      dynamic((fields) => fields.with(TO, new Uint8Array(0))),
    ],
    [
      'to-other',
      45,
      'unconfirmed',
      'another recipient than the sender',
      dynamic((fields) => fields.with(TO, new Uint8Array(20).fill(0x77))),
    ],
    [
      'to-short',
      45,
      'invalid',
      'a recipient of 19 bytes',
      dynamic((fields) => fields.with(TO, new Uint8Array(19).fill(0x11))),
    ],
    [
      'to-word',
      45,
      'invalid',
      'a recipient of 32 bytes',
      dynamic((fields) => fields.with(TO, new Uint8Array(32).fill(0x11))),
    ],
    ['to-list', 45, 'invalid', 'a list in place of the recipient', dynamic((fields) => fields.with(TO, []))],
    [
      'value-any',
      45,
      'unconfirmed',
      'a transfer of a value',
      dynamic((fields) => fields.with(TO + 1, encodeNumber(10n ** 18n))),
    ],
    [
      'value-list',
      45,
      'invalid',
      'a list in place of the value',
      dynamic((fields) => fields.with(TO + 1, [])),
    ],
    [
      'value-zero-octet',
      45,
      'invalid',
      'zero written as an octet',
      dynamic((fields) => fields.with(TO + 1, Uint8Array.of(0))),
    ],
    [
      'nonce-leading-zero',
      45,
      'invalid',
      'a nonce with a leading zero',
      dynamic((fields) => fields.with(1, Uint8Array.of(0, 2))),
    ],
    [
      'rlp-needless-prefix',
      46,
      'invalid',
      'a prefix before a single octet below 80',
      (input) => needlessPrefix(dynamic((fields) => fields)(input)),
    ],
    [
      'rlp-long-length',
      46,
      'invalid',
      'a length that is not in its shortest form',
      (input) => longLength(dynamic((fields) => fields)(input)),
    ],
    [
      'rlp-left-over',
      46,
      'invalid',
      'an octet behind the list',
      (input) => concatBytes(dynamic((fields) => fields)(input), Uint8Array.of(0)),
    ],
  ];
  return Promise.all(
    cases.map(async ([name, requirement, verdict, because, transaction]) => {
      const { proof } = await makeSample({ anchors: (log) => [makeEthereumAnchor(log, { transaction })] });
      return proofVector(name, { requirement, verdict, because }, encodeProofXml(proof));
    }),
  );
}

/** The nonce 02 becomes 81 02, and the list an octet longer. */
function needlessPrefix(raw: Uint8Array): Uint8Array {
  const at = Buffer.from(raw).indexOf(Buffer.from('82053902', 'hex')) + 3;
  const longer = concatBytes(raw.subarray(0, at), Uint8Array.of(0x81), raw.subarray(at));
  longer[2] = (longer[2] ?? 0) + 1;
  return longer;
}

/** The list's length f8 xx becomes f9 00 xx. */
function longLength(raw: Uint8Array): Uint8Array {
  return concatBytes(raw.subarray(0, 1), Uint8Array.of(0xf9, 0), raw.subarray(2));
}

function blocks(): Vector[] {
  return refused([
    ['header', 48, 'the header has another hash', inDigits('<Header')],
    ['block-hash', 48, 'the header has another hash', inAttribute('Block', 'hash')],
    ['block-number', 48, 'the header states another number', replace('number="1234"', 'number="1235"')],
    ['block-time', 48, 'the header states another time', replace('T12:00:00Z"', 'T12:00:01Z"')],
  ]);
}

/** The header becomes a byte longer than allowed. */
const longHeader = (xml: string): string =>
  xml.replace(/<Header>[0-9a-f]+/, (header) => header + '00'.repeat(4097 - (header.length - 8) / 2));

async function headers(): Promise<Vector[]> {
  /** Makes the last field so long that the whole header has this size. */
  const ofSize = (size: number) => (fields: RlpItem[]) => {
    const rest = size - encodeRlp([...fields, new Uint8Array(256)]).length;
    return [...fields, new Uint8Array(256 + rest)];
  };
  const most = { requirement: 17, verdict: 'unconfirmed', because: 'a header of 4096 bytes' } as const;
  const { proof: longest } = await makeSample({
    anchors: (log) => [makeEthereumAnchor(log, { header: ofSize(4096) })],
  });
  const cases: [string, VerdictWord, string, (fields: RlpItem[]) => RlpItem[]][] = [
    [
      'header-later-fork',
      'unconfirmed',
      'fields that later forks append',
      (fields) => [...fields, new Uint8Array(32), encodeNumber(5), []],
    ],
    ['header-first-fork', 'unconfirmed', 'fifteen fields', (fields) => fields.slice(0, 15)],
    ['header-short', 'invalid', 'fourteen fields', (fields) => fields.slice(0, 14)],
    [
      'header-parent-short',
      'invalid',
      'the hash of the block before has 31 bytes',
      (fields) => fields.with(0, new Uint8Array(31).fill(1)),
    ],
    [
      'header-number-zero',
      'invalid',
      'the number has a leading zero',
      (fields) => fields.with(8, Uint8Array.of(0, 0x04, 0xd2)),
    ],
  ];
  return [
    proofVector('header-most', most, encodeProofXml(longest)),
    ...(await Promise.all(
      cases.map(async ([name, verdict, because, header]) => {
        const { proof } = await makeSample({ anchors: (log) => [makeEthereumAnchor(log, { header })] });
        return proofVector(name, { requirement: 49, verdict, because }, encodeProofXml(proof));
      }),
    )),
    ...refused([['header-beyond', 17, 'a header of 4097 bytes', longHeader]]),
  ];
}
