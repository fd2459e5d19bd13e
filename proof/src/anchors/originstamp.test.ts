import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { makeSample } from '../../../tests/harness/sample-proof.ts';
import { encodeUtf8, parseHex } from '../encoding/bytes.ts';
import { isOriginStampXml, type OriginStampVerdict, verifyOriginStampXml } from './originstamp.ts';
import { encodeProofXml } from './proof-xml.ts';

const readProof = (name: string): Uint8Array => readVector(`blockchain-xml/originstamp-bitcoin-${name}.xml`);
const readDigest = (name: string): Uint8Array =>
  parseHex(
    Buffer.from(readVector(`blockchain-xml/${name}.sha256`))
      .toString()
      .trim(),
  )!;
const outcomes = ({ checks }: OriginStampVerdict): unknown =>
  checks.map(({ name, outcome }) => [name, outcome]);

test.each([
  ['2c5d36be', '5e92ec09501a5d39e251a151f84b5e2228312c445eb23b4e1de6360e27bad54b'],
  ['68f5f784', 'fd8ee4f5a00a631176f43bdfc16bcc13730ed8522341d92ccdd90e197fd0f656'],
])('the real proof %s is recognised, consistent, and no more than that', async (name, root) => {
  expect(isOriginStampXml(readProof(name))).toBe(true);
  const verdict = await verifyOriginStampXml(nodeEngine, readProof(name), { fileSha256: readDigest(name) });
  expect(verdict).toMatchObject({ verdict: 'consistent', root });
  expect(outcomes(verdict)).toEqual([
    ['structure', 'pass'],
    ['document_digest', 'pass'],
    ['merkle_tree', 'pass'],
    ['on_chain', 'skipped'],
  ]);
});

test('the faulty proof is recognised and found broken', async () => {
  expect(isOriginStampXml(readProof('2c5d36be-faulty'))).toBe(true);
  const verdict = await verifyOriginStampXml(nodeEngine, readProof('2c5d36be-faulty'));
  expect(verdict.verdict).toBe('inconsistent');
  expect(outcomes(verdict)).toContainEqual(['merkle_tree', 'fail']);
});

test('another document fails; no document is skipped', async () => {
  const proof = readProof('2c5d36be');
  const other = await verifyOriginStampXml(nodeEngine, proof, { fileSha256: readDigest('68f5f784') });
  expect(outcomes(other)).toContainEqual(['document_digest', 'fail']);
  expect(outcomes(await verifyOriginStampXml(nodeEngine, proof))).toContainEqual([
    'document_digest',
    'skipped',
  ]);
});

test('no changed hash of a real proof is accepted', async () => {
  const text = Buffer.from(readProof('2c5d36be')).toString();
  for (const { index } of text.matchAll(/value="/g)) {
    const at = index + 'value="'.length + 5;
    const changed = text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
    expect((await verifyOriginStampXml(nodeEngine, encodeUtf8(changed))).verdict).toBe('inconsistent');
  }
});

describe('a malformed tree is refused', () => {
  const hash = (fill: string): string => fill.repeat(64);
  const leaf = (name: string, type: string, value = hash('a')): string =>
    `<${name} value="${value}" type="${type}"/>`;
  const tree = (inner: string): string => `<node value="${hash('0')}" type="key">${inner}</node>`;
  test.each([
    ['nothing', ''],
    ['another root', `<tree value="${hash('0')}" type="key"/>`],
    ['a root of another type', leaf('node', 'hash')],
    ['no stamped hash', tree(leaf('left', 'mesh') + leaf('right', 'mesh'))],
    ['two stamped hashes', tree(leaf('left', 'hash') + leaf('right', 'hash'))],
    ['one child', tree(leaf('left', 'hash'))],
    ['three children', tree(leaf('left', 'hash') + leaf('right', 'mesh') + leaf('right', 'mesh'))],
    ['children in the wrong order', tree(leaf('right', 'hash') + leaf('left', 'mesh'))],
    ['a key inside', tree(leaf('left', 'hash') + leaf('right', 'key'))],
    ['a short hash', tree(leaf('left', 'hash', 'ab') + leaf('right', 'mesh'))],
    ['an unknown attribute', tree(`<left value="${hash('a')}" type="hash" x="1"/>${leaf('right', 'mesh')}`)],
    [
      'something below the stamped hash',
      tree(
        `<left value="${hash('a')}" type="hash">${leaf('left', 'mesh')}${leaf('right', 'mesh')}</left>${leaf('right', 'mesh')}`,
      ),
    ],
  ])('%s', async (_, xml) => {
    const verdict = await verifyOriginStampXml(nodeEngine, encodeUtf8(xml));
    expect(verdict).toMatchObject({ verdict: 'inconsistent', root: undefined });
    expect(outcomes(verdict)).toContainEqual(['structure', 'fail']);
  });
});

test('our own proofs and other files are not taken for one', async () => {
  const { proof } = await makeSample();
  expect(isOriginStampXml(encodeProofXml(proof))).toBe(false);
  expect(isOriginStampXml(encodeUtf8('%PDF-1.7'))).toBe(false);
});
