/** Anchors in Bitcoin, and the OpenTimestamps files in them: docs/proof-format.md, §3. */

import type { OtsAttestation, OtsOperation, OtsTree } from '../../proof/src/anchors/ots.ts';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import type { VerdictWord } from '../../proof/src/evidence/evidence-verdict.ts';
import { makeBitcoinAnchor, makeSample } from '../../tests/harness/sample-proof.ts';
import { inAttribute, proofVector, replace, type Vector } from './vector.ts';

export async function bitcoinVectors(): Promise<Vector[]> {
  return [...(await blocks()), ...(await trees()), ...(await files())];
}

const make = async (changed?: (tree: OtsTree) => OtsTree): Promise<string> => {
  const { proof } = await makeSample({ anchors: (log) => [makeBitcoinAnchor(log, log.size, changed)] });
  return Buffer.from(encodeProofXml(proof)).toString();
};

async function blocks(): Promise<Vector[]> {
  const xml = await make();
  const noHeader = xml.replace(/(<Block [^>/]*)>[\s\S]*?<\/Block>/, '$1/>');
  const hash = /<Block hash="([0-9a-f]+)"/.exec(xml)?.[1] ?? '';
  const block = ['--trusted-block', hash];
  const network = (genesis: string) =>
    replace('bip122:000000000019d6689c085ae165831e93', `bip122:${genesis}`);
  const cases: [string, number, VerdictWord, string, string, (readonly string[])?][] = [
    [
      'bitcoin-testnet',
      52,
      'unconfirmed',
      'a test network of Bitcoin',
      network('00000000da84f2bafbbc53dee25a72ae')(xml),
    ],
    [
      'bitcoin-other-network',
      52,
      'invalid',
      'another chain of that kind',
      network('12a765e31ffd4059bada1e25190f6e98')(xml),
    ],
    ['bitcoin', 53, 'unconfirmed', 'the file leads to the stated height', xml],
    [
      'bitcoin-height',
      53,
      'invalid',
      'the file attests another height',
      replace('number="900000"', 'number="900001"')(xml),
    ],
    ['bitcoin-block', 54, 'valid', 'the block is trusted', xml, block],
    ['bitcoin-hash', 54, 'invalid', 'the header has another hash', inAttribute('Block', 'hash')(xml)],
    [
      'bitcoin-time',
      54,
      'invalid',
      'the header states another time',
      xml.replace(/time="2026-03-01T13:00:00Z"/, 'time="2026-03-01T13:00:01Z"'),
    ],
    [
      'bitcoin-header-short',
      54,
      'invalid',
      'a header of 79 bytes',
      xml.replace(/[0-9a-f]{2}(<\/Header>)/, '$1'),
    ],
    ['bitcoin-no-header', 55, 'unconfirmed', 'without a header the block is only named', noHeader],
    [
      'bitcoin-no-header-block',
      55,
      'invalid',
      'the block is trusted, but nothing shows that it holds the root',
      noHeader,
      block,
    ],
  ];
  return cases.map(([name, requirement, verdict, because, text, args]) =>
    proofVector(name, { requirement, verdict, because }, text, args),
  );
}

const leaf = (attestation: OtsAttestation): OtsTree => ({ attestations: [attestation], branches: [] });
const behind = (operation: OtsOperation, tree: OtsTree): OtsTree => ({
  attestations: [],
  branches: [{ operation, tree }],
});
const beside = (tree: OtsTree, ...others: OtsTree[]): OtsTree => ({
  attestations: [tree, ...others].flatMap(({ attestations }) => attestations),
  branches: [tree, ...others].flatMap(({ branches }) => branches),
});
const unknown = (bytes: number, tag = 1): OtsTree =>
  leaf({ kind: 'unknown', tag: new Uint8Array(8).fill(tag), payload: new Uint8Array(bytes) });
const BITCOIN: OtsAttestation = { kind: 'bitcoin', height: 900_000 };
const append = (bytes: number): OtsOperation => ({ name: 'append', argument: new Uint8Array(bytes).fill(1) });
const chain = (operations: number, tree: OtsTree): OtsTree =>
  Array.from({ length: operations }).reduce<OtsTree>((rest) => behind({ name: 'reverse' }, rest), tree);

async function trees(): Promise<Vector[]> {
  const pending = (uri: string) => leaf({ kind: 'pending', uri });
  const cases: [string, number, VerdictWord, string, (tree: OtsTree) => OtsTree][] = [
    [
      'ots-sha1-beside',
      57,
      'unconfirmed',
      'a branch through SHA-1 beside the good one',
      (tree) => beside(tree, behind({ name: 'sha1' }, leaf(BITCOIN))),
    ],
    [
      'ots-sha1-alone',
      57,
      'invalid',
      'the attestation is reached through SHA-1 alone',
      () => behind({ name: 'sha1' }, behind({ name: 'sha256' }, leaf(BITCOIN))),
    ],
    [
      'ots-ripemd160-beside',
      57,
      'unconfirmed',
      'a branch through RIPEMD-160 beside the good one',
      (tree) => beside(tree, behind({ name: 'ripemd160' }, leaf(BITCOIN))),
    ],
    [
      'ots-ripemd160-alone',
      57,
      'invalid',
      'the attestation is reached through RIPEMD-160 alone',
      () => behind({ name: 'ripemd160' }, behind({ name: 'sha256' }, leaf(BITCOIN))),
    ],
    [
      'ots-sha1-long',
      57,
      'unconfirmed',
      'behind SHA-1 nothing is computed, so no message is too long',
      (tree) => beside(tree, behind({ name: 'sha1' }, behind(append(4096), leaf(BITCOIN)))),
    ],
    [
      'ots-pending',
      58,
      'unconfirmed',
      'a promise of a calendar beside',
      (tree) => beside(tree, pending('https://calendar.example/a-1._:x')),
    ],
    [
      'ots-pending-query',
      58,
      'invalid',
      'the address of a calendar has a question mark',
      (tree) => beside(tree, pending('https://calendar.example/?a')),
    ],
    [
      'ots-pending-long',
      58,
      'invalid',
      'the address of a calendar has 1001 bytes',
      (tree) => beside(tree, pending('x'.repeat(1001))),
    ],
    [
      'ots-unknown',
      58,
      'unconfirmed',
      'an attestation that is not known, of 8192 bytes',
      (tree) => beside(tree, unknown(8192)),
    ],
    [
      'ots-unknown-long',
      58,
      'invalid',
      'an attestation of 8193 bytes',
      (tree) => beside(tree, unknown(8193)),
    ],
    [
      'ots-litecoin',
      53,
      'invalid',
      'only Litecoin attests it',
      () => leaf({ kind: 'litecoin', height: 900_000 }),
    ],
    [
      'ots-operations',
      56,
      'unconfirmed',
      'every other operation: they are hexlify, reverse and keccak256',
      (tree) =>
        beside(
          tree,
          behind({ name: 'hexlify' }, behind({ name: 'keccak256' }, behind({ name: 'reverse' }, unknown(1)))),
        ),
    ],
    [
      'ots-message-most',
      58,
      'unconfirmed',
      'a message of 4096 bytes',
      (tree) => beside(tree, behind(append(4064), unknown(1))),
    ],
    [
      'ots-message-beyond',
      58,
      'invalid',
      'a message of 4097 bytes',
      (tree) => beside(tree, behind(append(4065), unknown(1))),
    ],
    ['ots-depth-most', 58, 'unconfirmed', '256 levels', (tree) => beside(tree, chain(255, unknown(1)))],
    ['ots-depth-beyond', 58, 'invalid', '257 levels', (tree) => beside(tree, chain(256, unknown(1)))],
    [
      'ots-parts-most',
      58,
      'unconfirmed',
      '1024 operations and attestations',
      (tree) => beside(tree, ...many(1024 - 8)),
    ],
    [
      'ots-parts-beyond',
      58,
      'invalid',
      '1025 operations and attestations',
      (tree) => beside(tree, ...many(1025 - 8)),
    ],
  ];
  return Promise.all(
    cases.map(async ([name, requirement, verdict, because, change]) =>
      proofVector(name, { requirement, verdict, because }, await make(change)),
    ),
  );
}

const many = (count: number): OtsTree[] => Array.from({ length: count }, () => unknown(1));

/** Changes to the bytes of the OpenTimestamps file. */
async function files(): Promise<Vector[]> {
  const xml = await make();
  const within = (change: (ots: Buffer) => Buffer) =>
    xml.replace(
      /<OpenTimestamps>([^<]+)/,
      (_, ots: string) => `<OpenTimestamps>${change(Buffer.from(ots, 'base64')).toString('base64')}`,
    );
  const at = (offset: number, value: number) =>
    within((ots) => Buffer.from(ots.with(offset < 0 ? ots.length + offset : offset, value)));
  const MAGIC_BYTES = 31;
  /** An unknown attestation before the rest: ff 00, tag, size, payload. */
  const filled = (size: number) =>
    within((ots) => {
      const start = MAGIC_BYTES + 34;
      const rest = size - ots.length;
      const whole = Buffer.concat(parts(rest));
      if (whole.length !== rest) throw new Error(`filled with ${whole.length} in place of ${rest}`);
      return Buffer.concat([ots.subarray(0, start), whole, ots.subarray(start)]);
    });
  const cases: [string, number, VerdictWord, string, string][] = [
    ['ots-most', 19, 'unconfirmed', 'a file of 65,536 bytes', filled(65_536)],
    ['ots-beyond', 19, 'invalid', 'a file of 65,537 bytes', filled(65_537)],
    ['ots-magic', 56, 'invalid', 'no OpenTimestamps file', at(0, 1)],
    ['ots-version', 56, 'invalid', 'version 2', at(MAGIC_BYTES, 2)],
    ['ots-hash', 56, 'invalid', 'a file for a SHA-1', at(MAGIC_BYTES + 1, 2)],
    ['ots-digest', 53, 'invalid', 'a file for another root', at(MAGIC_BYTES + 2, 0)],
    [
      'ots-operation',
      56,
      'invalid',
      'an operation that is not known',
      within((ots) => replaceBytes(ots, '0808', '0899')),
    ],
    [
      'ots-left-over',
      56,
      'invalid',
      'an octet behind the file',
      within((ots) => Buffer.concat([ots, Buffer.of(0)])),
    ],
    ['ots-cut', 56, 'invalid', 'the file is cut short', within((ots) => ots.subarray(0, -1))],
    [
      'ots-long-number',
      56,
      'invalid',
      'a height that is not in its shortest form',
      within((ots) => replaceBytes(ots, '03a0f736', '04a0f7b600')),
    ],
    [
      'ots-nothing-added',
      56,
      'invalid',
      'append with nothing to add',
      within((ots) =>
        Buffer.concat([
          ots.subarray(0, MAGIC_BYTES + 34),
          Buffer.from('fff00000', 'hex'),
          Buffer.alloc(8, 1),
          Buffer.of(0),
          ots.subarray(MAGIC_BYTES + 34),
        ]),
      ),
    ],
  ];
  return cases.map(([name, requirement, verdict, because, text]) =>
    proofVector(name, { requirement, verdict, because }, text),
  );
}

function replaceBytes(bytes: Buffer, from: string, to: string): Buffer {
  const hex = bytes.toString('hex');
  if (!hex.includes(from)) throw new Error(`${from} is not in the file`);
  const at = hex.lastIndexOf(from);
  return Buffer.from(hex.slice(0, at) + to + hex.slice(at + from.length), 'hex');
}

/** Unknown attestations that take exactly this many bytes, each of at most 8192. */
function parts(bytes: number): Buffer[] {
  const HEAD = 12;
  const found: Buffer[] = [];
  for (let left = bytes; left > 0; ) {
    const size = left > 2 * 8000 ? 8000 : left > 8000 ? 4000 : left - HEAD;
    const number = Buffer.of((size & 0x7f) | 0x80, size >> 7);
    found.push(Buffer.concat([Buffer.from('ff00', 'hex'), Buffer.alloc(8, 1), number, Buffer.alloc(size)]));
    left -= size + HEAD;
  }
  return found;
}
