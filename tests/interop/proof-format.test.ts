import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PROOF_LIMITS } from '../../proof/src/anchors/blockchain-proof.ts';
import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { blockOf } from '../harness/page-blocks.ts';
import { makeSample } from '../harness/sample-proof.ts';

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const DOCUMENT = read('proof-format.md');
const EXAMPLE = read('blockchain-proof-example.xml');

test.for([
  ['SELLO-LEAF-v1', EXAMPLE],
  ['SELLO-LEAF-v2', read('blockchain-proof-example-v2.xml')],
] as const)(
  'the example in the documentation with a leaf %s is what the writer produces',
  async ([scheme, example]) => {
    const { proof } = await makeSample({ scheme });
    expect(Buffer.from(encodeProofXml(proof)).toString()).toBe(example);
  },
);

const hash = (algorithm: string, ...parts: (string | Buffer)[]): Buffer => {
  const whole = createHash(algorithm);
  for (const part of parts) whole.update(part);
  return whole.digest();
};
const sha256 = (...parts: (string | Buffer)[]): Buffer => hash('sha256', ...parts);
const keccak256 = (hex: string): string => hash('keccak-256', Buffer.from(hex, 'hex')).toString('hex');

/** Texts of all elements of that name, in order. */
const texts = (name: string): string[] =>
  [...EXAMPLE.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text!);

/** The row of the worked example that starts like this. */
function row(start: string): string {
  const line = DOCUMENT.split('\n').find((each) => each.startsWith(`| ${start}`));
  return line?.split('|')[2]?.trim().replaceAll('`', '') ?? `no row ${start}`;
}

test('every value of the worked example follows from the rules, computed without the library', () => {
  const digest = sha256('hola\n');
  const token = sha256('time stamp');
  expect(row('1 Digest')).toBe(digest.toString('hex'));
  expect(row('1 TimeStampToken')).toBe(token.toString('hex'));
  const leaf = sha256(
    Buffer.from([0]),
    'SELLO-LEAF-v1',
    Buffer.from([0]),
    Buffer.alloc(32, 0x5a),
    digest,
    token,
  );
  expect(row('2 leaf (first form)')).toBe(leaf.toString('hex'));
  const salt = Buffer.alloc(32, 0x5a);
  const entry = sha256('SELLO-LEAF-v2', Buffer.from([0]), salt, digest, token);
  expect(row('2 entry (second form)')).toBe(entry.toString('hex'));
  const ofEntry = sha256(Buffer.from([0]), entry).toString('hex');
  expect(row('2 leaf of the entry')).toBe(ofEntry);
  expect(read('blockchain-proof-example-v2.xml')).toContain(`<Hash>${ofEntry}</Hash>`);

  const prefix = Buffer.from([1]);
  const [first, second, third] = texts('Step').map((step) => Buffer.from(step, 'hex')) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const afterFirst = sha256(prefix, leaf, first);
  const afterSecond = sha256(prefix, second, afterFirst);
  const root = sha256(prefix, afterSecond, third);
  expect(row('3 after step 1')).toBe(afterFirst.toString('hex'));
  expect(row('3 after step 2')).toBe(afterSecond.toString('hex'));
  expect(row('3 after step 3')).toBe(root.toString('hex'));

  const [raw] = texts('Raw') as [string];
  expect(row('5 transaction hash')).toBe(keccak256(raw));
  expect(row('5 commitment')).toBe(`${Buffer.from('SLO1').toString('hex')}${root.toString('hex')}`);
  expect(raw.slice(2 * 43, 2 * (43 + 36))).toBe(row('5 commitment'));
  const [top, branch, bottom] = texts('Node') as [string, string, string];
  expect(row('6 Keccak-256 of node 1')).toBe(keccak256(top));
  expect(row('6 Keccak-256 of node 2')).toBe(keccak256(branch));
  expect(row('6 Keccak-256 of node 3')).toBe(keccak256(bottom));
  expect(top).toContain(keccak256(branch));
  expect(branch).toContain(keccak256(bottom));
  expect(bottom).toContain(raw);
  const [header] = texts('Header') as [string];
  expect(header).toContain(keccak256(top));
  expect(row('7 block hash')).toBe(keccak256(header));
  expect(EXAMPLE).toContain(`<Block hash="${keccak256(header)}" number="1234" time="2026-03-01T12:00:00Z">`);
});

test('the verifier key of the example signed its checkpoint', async () => {
  const { vkey } = await makeSample();
  expect(row('4 verifier key')).toBe(vkey);
});

test('the limits in the document are those of the reader', () => {
  const { bytes, steps, nodes, anchors, nodeBytes, headerBytes, rawBytes, noteBytes, otsBytes } =
    PROOF_LIMITS;
  const count = (number: number) => number.toLocaleString('en');
  const text = DOCUMENT.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`at most ${bytes / 1024} KiB, which is ${count(bytes)} bytes.`);
  expect(text).toContain(
    `at most ${steps} steps, an \`Inclusion\` of type \`mpt\` 1 to ${nodes} nodes, and a proof at most ${anchors} anchors.`,
  );
  expect(text).toContain(`A \`Note\` has at most ${count(noteBytes)} bytes`);
  expect(text).toContain(`The file in \`OpenTimestamps\` has at most ${count(otsBytes)} bytes.`);
  expect(text).toContain(`have at most ${nodeBytes} bytes each`);
  expect([headerBytes, rawBytes]).toEqual([nodeBytes, nodeBytes]);
});

test('the tag of our attestation is the one derived in the document', () => {
  const derived = sha256('urn:sello:ots:evm-transactions-root:1').toString('hex').slice(0, 16);
  expect(DOCUMENT).toContain(`tag \`${derived}\``);
});

test('the commands of the page judge its example as their comments say', () => {
  const block = blockOf('docs/proof-format.md', 'xmllint').replaceAll('\\\n', '');
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const ended = block.split('\n').map((line) => {
    const { status } = spawnSync('bash', ['-c', line], { cwd });
    return [Number(/exit (\d)/.exec(line)?.[1] ?? 0), status];
  });
  expect(ended).toHaveLength(3);
  for (const [wanted, status] of ended) expect(status).toBe(wanted);
});
