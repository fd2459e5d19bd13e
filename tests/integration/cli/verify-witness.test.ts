/** `sello verify --witness`: cosignatures that a verifier demands. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addSignatures, cosign, decodeCheckpoint, encodeProofXml } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyCommand } from '../../../server/src/cli/verify/verify.ts';
import { nodeCryptoEngine } from '../../../server/src/kernel/crypto-node.ts';
import type { WitnessKey } from '../../../server/src/transparency/witness-server/witness-key.ts';
import { makeSample, type Sample } from '../../harness/sample-proof.ts';
import { newWitnessKey } from '../../harness/test-witness.ts';

const TIME = 1_767_225_600;

let folder: string;
let sample: Sample;
let alice: WitnessKey;
let bob: WitnessKey;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-verify-'));
  sample = await makeSample();
  [alice, bob] = [await newWitnessKey('alice.example/w1'), await newWitnessKey('bob.example/w1')];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sample proof with these lines below its checkpoint. */
async function proofWith(...lines: string[]): Promise<string> {
  const { proof } = sample;
  const note = addSignatures(proof.checkpoint.note, lines);
  const file = path.join(folder, 'proof.xml');
  await writeFile(file, encodeProofXml({ ...proof, checkpoint: { ...proof.checkpoint, note } }));
  return file;
}

const lineOf = (witness: WitnessKey, text = decodeCheckpoint(sample.proof.checkpoint.note).note.text) =>
  cosign(nodeCryptoEngine, text, witness.vkey, TIME, witness.sign);

async function verify(xml: string, ...args: string[]): Promise<{ out: string; failure: Error | undefined }> {
  const lines: string[] = [];
  const out = (line: string) => lines.push(line);
  const terminal = { env: {}, write: () => {}, out, error: () => {}, status: undefined };
  const failure = await verifyCommand(['--xml', xml, '--log-key', sample.vkey, ...args], terminal).then(
    () => undefined,
    (error: Error) => error,
  );
  return { out: lines.join('\n'), failure };
}

test('cosignatures of the demanded witnesses are shown with their time', async () => {
  const xml = await proofWith(await lineOf(alice), await lineOf(bob));
  const { out } = await verify(xml, '--witness', alice.vkey, '--witness', bob.vkey);
  expect(out).toContain(
    'WITNESSED: the checkpoint was cosigned by alice.example/w1 at 2026-01-01T00:00:00.000Z, bob',
  );
});

test('too few, forged or absent cosignatures fail, whatever else holds', async () => {
  const both = ['--witness', alice.vkey, '--witness', bob.vkey];
  const one = await proofWith(await lineOf(alice));
  expect((await verify(one, ...both)).failure?.message).toContain('1 of the 2 cosignatures');
  expect((await verify(one, ...both, '--witness-quorum', '1')).out).toContain('WITNESSED');
  expect((await verify(await proofWith(), ...both)).failure?.message).toContain('0 of the 2');
  const moved = await proofWith(await lineOf(alice, 'sello.example/log\n8\nAAAA\n'));
  expect((await verify(moved, '--witness', alice.vkey)).failure?.message).toContain('not by the witness');
});

test('a time stamp alone contains nothing that witnesses could cosign', async () => {
  const terminal = { env: {}, write: () => {}, out: () => {}, error: () => {}, status: undefined };
  const tsr = path.join(folder, 'some.tsr');
  await writeFile(tsr, 'no matter');
  await expect(verifyCommand(['--tsr', tsr, '--witness', alice.vkey], terminal)).rejects.toThrow(
    'no blockchain proof',
  );
});

test.for([
  [['--witness', 'nonsense'], 'cannot be used'],
  [['--witness-quorum', '1'], 'needs --witness'],
] as const)('%j is refused as usage', async ([args, told]) => {
  expect((await verify(await proofWith(), ...args)).failure?.message).toContain(told);
});
