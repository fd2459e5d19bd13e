/**
 * A log that signs with ML-DSA-44 beside Ed25519: who can check it, how such keys change, and how an older log gets
 * one.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  decodeCheckpoint,
  decodeProofXml,
  type EvidenceVerdict,
  readBundle,
  verifyEvidence,
  webCryptoEngine,
} from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../server/src/cli/verify/one-file.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { masterIdIn } from '../../../server/src/kernel/wrapping/key-envelope.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { runLogKey } from '../../harness/log-key-command.ts';
import { askPython } from '../../harness/python-verifier.ts';

let world: AnchoredSello;
let folder: string;
/**
 * Proofs of three certificates: from before the log had an ML-DSA-44 key, from after that, and from a change of the
 * key.
 */
const xmls: Uint8Array[] = [];
let ed25519: string;
let quantum: string;
let next: string;
beforeAll(async () => {
  const env = { SELLO_LOG_ORIGIN: 'log.example.com/sello' };
  world = await openAnchoredSello('when sent', { ...env, SELLO_LOG_ML_DSA: 'off' });
  folder = await mkdtemp(path.join(tmpdir(), 'sello-ml-dsa-'));
  ed25519 = world.sello.identity.vkey;
  await certify();
  expect(await mlDsaKeys()).toEqual([]);
  // As after an upgrade: a process starts whose settings want such a key.
  await world.sello.another({ ...env, SELLO_LOG_ML_DSA: 'on' });
  [quantum = ''] = await mlDsaKeys();
  await certify();
  next = await runLogKey(world.sello, 'add', 'ml-dsa-44');
  await certify();
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const idOf = (vkey: string): string => vkey.split('+')[1] ?? '';

async function mlDsaKeys(): Promise<string[]> {
  const { body } = await world.sello.call('GET', '/log/keys');
  return body.ml_dsa_keys.map(({ key }: { key: string }) => key);
}

async function certify(): Promise<string> {
  const id = await world.certify();
  await world.anchor();
  xmls.push((await world.proof(id)).bytes);
  return id;
}

/** The verdict of three verifiers on a proof. */
async function wordOn(
  xml: Uint8Array,
  logKeys: readonly string[],
  broken: readonly ('Ed25519' | 'ML-DSA')[] = [],
): Promise<string> {
  const file = path.join(folder, 'proof.xml');
  await writeFile(file, xml);
  const args = [
    ...logKeys.flatMap((key) => ['--log-key', key]),
    ...broken.flatMap((name) => ['--broken', `${name}@2026-01-01`]),
  ];
  const { out } = await verify(['--xml', file, ...args, '--json']);
  const [python] = await askPython([{ xml, logKeys: [...logKeys], broken }]);
  const since = new Date('2026-01-01T00:00:00Z');
  const fallen = broken.map((algorithm) => ({ algorithm, since }));
  const evidence = { xml, logKeys, now: new Date(), broken: fallen };
  const inBrowser = await verifyEvidence(webCryptoEngine, evidence, []);
  const words = [(JSON.parse(out) as EvidenceVerdict).verdict, inBrowser.verdict, python?.verdict];
  expect(new Set(words).size, words.join(' ')).toBe(1);
  return words[0] ?? '';
}

const wordsOn = async (...logKeys: string[]) => {
  const words: string[] = [];
  for (const xml of xmls.slice(0, 3)) words.push(await wordOn(xml, logKeys));
  return words;
};

test('P91 three verifiers agree on every proof, for whoever has the key of either algorithm, or both', async () => {
  expect(await wordsOn(ed25519)).toEqual(['valid', 'valid', 'valid']);
  expect(await wordsOn(quantum)).toEqual(['invalid', 'valid', 'valid']);
  expect(await wordsOn(next)).toEqual(['invalid', 'invalid', 'valid']);
  expect(await wordsOn(ed25519, quantum)).toEqual(['valid', 'valid', 'valid']);
});

test('a proof outlives Ed25519 for whoever kept the key of ML-DSA-44, and not for the others', async () => {
  const [before, after] = xmls as [Uint8Array, Uint8Array];
  expect(await wordOn(after, [ed25519, quantum], ['Ed25519'])).toBe('valid');
  expect(await wordOn(after, [ed25519], ['Ed25519'])).toBe('invalid');
  expect(await wordOn(before, [ed25519, quantum], ['Ed25519'])).toBe('invalid');
  expect(await wordOn(after, [ed25519, quantum], ['ML-DSA'])).toBe('valid');
  expect(await wordOn(after, [ed25519, quantum], ['ML-DSA', 'Ed25519'])).toBe('invalid');
});

test('each signature line costs what the documentation says', () => {
  const lines = xmls.map((xml) => {
    const { note } = decodeProofXml(xml).checkpoint;
    return note
      .slice(note.lastIndexOf('\n\n') + 2)
      .trimEnd()
      .split('\n')
      .map((line) => Buffer.byteLength(line));
  });
  expect(lines.map((of) => of.length)).toEqual([1, 2, 3]);
  // A dash, the name, and then key id, time and signature in base64.
  expect(lines[1]?.[1]).toBe(3 + 1 + 'log.example.com/sello'.length + 1 + 3244);
});

test('programs that know Ed25519 alone go on: the key that is shown, the bundle, and what the log answers', async () => {
  expect((await world.sello.call('GET', '/log/key')).text).toBe(`${ed25519}\n`);
  const id = await certify();
  const bundle = (await world.proof(id, 'type=bundle&format=raw')).bytes;
  expect(Buffer.from(readBundle(bundle).files.get('log-key.txt') ?? []).toString()).toBe(`${ed25519}\n`);
  const { checks } = await verifyEvidence(webCryptoEngine, { bundle }, []);
  expect(checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

test('its keys change as those of Ed25519 do, and the last of them may end', async () => {
  const refusal = (...args: string[]) =>
    runLogKey(world.sello, ...args).then(
      () => '',
      (error: unknown) => (error instanceof OperatorError ? error.text.en : String(error)),
    );
  expect(await refusal('add', 'ml-dsa-44')).toContain('Two keys of this algorithm sign already');
  expect(await refusal('add', 'rsa')).toContain('needs one of: ed25519, ml-dsa-44');
  expect(await refusal('retire', idOf(ed25519))).toContain('the only Ed25519 key that signs');
  await runLogKey(world.sello, 'retire', idOf(quantum));
  await certify();
  await runLogKey(world.sello, 'retire', idOf(next));
  await certify();
  const { note } = decodeCheckpoint((await world.sello.call('GET', '/log/checkpoint')).text);
  expect(note.signatures.map(({ keyId }) => Buffer.from(keyId).toString('hex'))).toEqual([idOf(ed25519)]);
  // A restarted server makes no new key, because the operator has retired it.
  await world.sello.another({ SELLO_LOG_ML_DSA: 'on' });
  expect(await mlDsaKeys()).toEqual([quantum, next]);
  expect(await wordsOn(quantum)).toEqual(['invalid', 'valid', 'valid']);
});

test('its keys are wrapped with the master key, and fsck and status know them', async () => {
  const rows = await world.sello.database.query('select signing_key from log_ml_dsa_keys', [], 'wrapped');
  expect(rows).toHaveLength(2);
  expect(rows.map(({ signing_key }) => masterIdIn(signing_key as Buffer))).not.toContain(undefined);
  const env = { SELLO_DATA_DIR: world.sello.dataDir, DATABASE_URL: world.sello.database.url };
  const { status, out } = await runInside(['fsck', '--json'], env);
  // The chain is the test's own, so fsck misses its blocks.
  const ofLog = JSON.parse(out).findings.filter(({ subject }: { subject: string }) => subject !== 'anchors');
  expect([status, ofLog]).toEqual([1, []]);
  expect((await runInside(['status'], env)).out).toContain('; signed with Ed25519\n');
  await runLogKey(world.sello, 'add', 'ml-dsa-44');
  expect((await runInside(['status'], env)).out).toContain('; signed with Ed25519 and ML-DSA-44\n');
});
