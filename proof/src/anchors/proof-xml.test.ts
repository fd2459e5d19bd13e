import { describe, expect, test } from 'vitest';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../../../tests/harness/sample-proof.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import type { BlockchainProof, EthereumAnchor } from './blockchain-proof.ts';
import { encodeProofXml, formatBlockTime } from './proof-xml.ts';
import { decodeProofXml } from './proof-xml-read.ts';

const full = await makeSample({
  leaves: 1000,
  index: 437,
  anchors: (log) => [
    makeEthereumAnchor(log, { transactions: 200, chainId: 1, trust: 'public' }),
    downgraded(makeEthereumAnchor(log, { chainId: 137, treeSize: 999 })),
    makeBitcoinAnchor(log, 512),
    { ...makeBitcoinAnchor(log), header: undefined },
  ],
});

function downgraded(anchor: EthereumAnchor): EthereumAnchor {
  return { ...anchor, inclusion: { type: 'none', reason: 'the "root" of <this> chain & others' } };
}

const text = (proof: BlockchainProof): string => Buffer.from(encodeProofXml(proof)).toString();

test('what is written reads back the same, and is written again in the same bytes', () => {
  const xml = encodeProofXml(full.proof);
  const read = decodeProofXml(xml);
  expect(read).toEqual(full.proof);
  expect(encodeProofXml(read)).toEqual(xml);
});

test('a pending proof has no anchors and reads back', async () => {
  const { proof } = await makeSample({ status: 'pending', anchors: () => [] });
  expect(decodeProofXml(encodeProofXml(proof))).toEqual(proof);
});

test('a log of one leaf has a path without steps', async () => {
  const { proof } = await makeSample({ leaves: 1, index: 0 });
  expect(proof.checkpoint.path.steps).toEqual([]);
  expect(decodeProofXml(encodeProofXml(proof))).toEqual(proof);
});

test('a proof over a million leaves in a block of 200 transactions stays below 9 kB', () => {
  const [anchor] = full.proof.anchors;
  const path = { ...anchor!.path, steps: Array.from({ length: 20 }, () => anchor!.path.steps[0]!) };
  const proof = { ...full.proof, anchors: [{ ...anchor!, path }] };
  expect(encodeProofXml(proof).length).toBeLessThan(9000);
});

describe('nothing that a reader would refuse is written', () => {
  const [ethereum, , bitcoin] = full.proof.anchors;
  test.each<[string, Partial<BlockchainProof>]>([
    ['an identifier with a quote', { certificate: { id: 'a"b', issuer: 'log' } }],
    ['an issuer with a space', { certificate: { id: 'a', issuer: 'a log' } }],
    [
      'a short digest',
      { document: { tokenSha256: full.proof.document.tokenSha256, fileSha256: new Uint8Array(31) } },
    ],
    ['pending with an anchor', { status: 'pending' }],
    ['anchored without one', { status: 'anchored', anchors: [] }],
    ['final with an anchor that is not', { anchors: [{ ...ethereum!, status: 'anchored' }] }],
    ['nine anchors', { anchors: Array.from({ length: 9 }, () => bitcoin!) }],
    ['a network without a number', { anchors: [{ ...ethereum!, network: 'eip155:one' }] }],
    ['Ethereum in a Bitcoin network', { anchors: [{ ...ethereum!, network: bitcoin!.network }] }],
    ['an unknown rule of finality', { anchors: [{ ...ethereum!, finality: 'soon' }] }],
    ['a negative block', { anchors: [{ ...ethereum!, block: { ...ethereum!.block, number: -1 } }] }],
    ['half a second', { anchors: [{ ...ethereum!, block: { ...ethereum!.block, timeSeconds: 0.5 } }] }],
    [
      'the year 10000',
      { anchors: [{ ...ethereum!, block: { ...ethereum!.block, timeSeconds: 253_402_300_800 } }] },
    ],
    [
      '65 steps',
      {
        checkpoint: {
          ...full.proof.checkpoint,
          path: { ...ethereum!.path, steps: Array.from({ length: 65 }, () => ethereum!.path.steps[0]!) },
        },
      },
    ],
    [
      'no node',
      {
        anchors: [
          {
            ...(ethereum as EthereumAnchor),
            inclusion: { type: 'mpt', nodes: [], header: new Uint8Array(9) },
          },
        ],
      },
    ],
    [
      'a node of 4097 octets',
      {
        anchors: [
          {
            ...(ethereum as EthereumAnchor),
            inclusion: { type: 'mpt', nodes: [new Uint8Array(4097)], header: new Uint8Array(9) },
          },
        ],
      },
    ],
    [
      'a reason over two lines',
      { anchors: [{ ...(ethereum as EthereumAnchor), inclusion: { type: 'none', reason: 'a\nb' } }] },
    ],
  ])('%s', (_, changed) => {
    expect(() => encodeProofXml({ ...full.proof, ...changed })).toThrow();
  });
});

describe('a reader refuses anything but exactly this format', () => {
  const xml = text(full.proof);
  const line = (name: string): string => xml.split('\n').find((each) => each.includes(`<${name}`))!;
  test.each([
    ['another namespace', xml.replace('proof:1"', 'proof:2"')],
    ['another version', xml.replace('version="1" status', 'version="2" status')],
    ['no namespace', xml.replace(' xmlns="urn:sello:blockchain-proof:1"', '')],
    ['another root', xml.replaceAll('BlockchainProof', 'Proof')],
    ['an unknown attribute', xml.replace('<Document>', '<Document lang="es">')],
    ['a missing attribute', xml.replace(' trust="public"', '')],
    ['an unknown element', xml.replace('<Document>', '<Extra/><Document>')],
    ['an element at the end of another', xml.replace('</Document>', '<Extra/></Document>')],
    ['a missing element', xml.replace(line('Salt'), '')],
    ['a repeated element', xml.replace(line('Salt'), line('Salt').repeat(2))],
    [
      'elements in another order',
      xml.replace(line('Salt'), '').replace(line('Hash'), line('Hash') + line('Salt')),
    ],
    ['upper-case hexadecimal', xml.replace('534c4f31', '534C4F31')],
    ['white space in a hash', xml.replace('<Salt>', '<Salt> ')],
    ['half an octet', xml.replace('<Raw>', '<Raw>0')],
    ['base64 without padding', xml.replace('==</Note>', '</Note>').replace('=</Note>', '</Note>')],
    ['a count with a leading zero', xml.replace('leafIndex="437"', 'leafIndex="0437"')],
    ['a count beyond 2^53', xml.replace('treeSize="1000"', 'treeSize="9999999999999999"')],
    ['30 February', xml.replace('2026-03-01T12', '2026-02-30T12')],
    ['text in an empty element', xml.replace(/(<Commitment offset="\d+")\/>/, '$1>x</Commitment>')],
    [
      'a node in an inclusion of type none',
      xml.replace(/(<Inclusion type="none"[^>]*)\/>/, '$1><Node>00</Node></Inclusion>'),
    ],
    ['a header for the rule none', xml.replace('headerRule="none"', 'headerRule="ethereum"')],
    ['a rule that does not fit', xml.replace('headerRule="ethereum"', 'headerRule="bitcoin"')],
    ['a form of leaf that is not known', xml.replace('SELLO-LEAF-v1', 'SELLO-LEAF-v4')],
    ['a form of leaf of another version', xml.replace('SELLO-LEAF-v1', 'SELLO-LEAF-v3')],
    ['an unknown trust', xml.replace('trust="public"', 'trust="mine"')],
    ['more than 256 KiB', xml.replace('<Document>', `${' '.repeat(262_144)}<Document>`)],
  ])('%s', (_, changed) => {
    expect(changed).not.toBe(xml);
    expect(() => decodeProofXml(encodeUtf8(changed))).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(xml|proof)_malformed$/) }),
    );
  });

  test('an unknown, later form of leaf is named, and the message says what to do', () => {
    const later = encodeUtf8(xml.replace('SELLO-LEAF-v1', 'SELLO-LEAF-v4'));
    expect(() => decodeProofXml(later)).toThrow(
      'SELLO-LEAF-v4, which this verifier does not know: use a newer one',
    );
  });

  test('line ends, indentation and quotes do not matter', () => {
    const dressed = xml
      .replaceAll('\n', '\r\n')
      .replaceAll('  <', '\t<')
      .replaceAll(' trust="public"', "\n  trust='public' ");
    expect(decodeProofXml(encodeUtf8(dressed))).toEqual(full.proof);
  });
});

test('times are written in UTC to the second', () => {
  expect(formatBlockTime(1_772_366_400)).toBe('2026-03-01T12:00:00Z');
  expect(formatBlockTime(0)).toBe('1970-01-01T00:00:00Z');
});
