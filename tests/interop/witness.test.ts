/**
 * Logs and witnesses, tested against a second implementation in Python that was written from the specifications alone.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addSignatures, cosign, decodeCheckpoint, encodeProofXml } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offerCheckpoint, SAME_OFFER_MS } from '../../server/src/transparency/witnesses/offer-checkpoints.ts';
import { openWitnesses } from '../../server/src/transparency/witnesses/witness-client.ts';
import { queueLeaves } from '../harness/log-leaves.ts';
import { makeSample } from '../harness/sample-proof.ts';
import { openTestSello, type TestSello } from '../harness/test-sello.ts';
import { newWitnessKey, startTestWitness } from '../harness/test-witness.ts';

const VERIFIER = fileURLToPath(new URL('verify_blockchain_proof.py', import.meta.url));
const PROGRAM = fileURLToPath(new URL('tlog_witness.py', import.meta.url));

let folder: string;
let sello: TestSello;
let children: ChildProcess[];
beforeAll(async () => {
  children = [];
  folder = await mkdtemp(path.join(tmpdir(), 'sello-interop-witness-'));
  sello = await openTestSello({ SELLO_LOG_ORIGIN: 'log.example.com/sello' });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await sello.close();
  await rm(folder, { recursive: true, force: true });
});

async function python(...args: string[]): Promise<string> {
  return (await promisify(execFile)('python3', [PROGRAM, ...args])).stdout.trim();
}

async function newKey(name: string, type: '1' | '4'): Promise<{ folder: string; vkey: string }> {
  const own = path.join(folder, name.replaceAll('/', '-'));
  await mkdir(own);
  return { folder: own, vkey: await python('new-key', own, name, type) };
}

async function startForeignWitness(own: string): Promise<string> {
  const child = spawn('python3', [PROGRAM, 'serve', own, sello.identity.vkey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [port] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${String(port).trim()}`;
}

test('a foreign witness cosigns our log as it grows, and a foreign verifier accepts what we publish', async () => {
  const { folder: own, vkey } = await newKey('witness.example/python', '4');
  const url = await startForeignWitness(own);
  const witnesses = openWitnesses({ witnesses: [{ vkey, url }] });
  await sello.ports.cosignatures.name([vkey]);
  for (const count of [1, 2, 4, 300]) {
    await queueLeaves(sello, count);
    await sello.sequence();
    sello.advance(SAME_OFFER_MS);
    expect(await offerCheckpoint(sello.ports, witnesses.all[0]!)).toBe(true);
    const { text } = await sello.call('GET', '/log/checkpoint');
    const file = path.join(folder, 'checkpoint.txt');
    await writeFile(file, text);
    const size = text.split('\n')[1];
    expect(await python('check', file, sello.identity.vkey, vkey)).toBe(
      `log.example.com/sello ${size} witness.example/python`,
    );
  }
  await witnesses.close();
});

test('a foreign witness that has seen more than we remember says so, and we continue from there', async () => {
  const { folder: own, vkey } = await newKey('witness.example/ahead', '4');
  const url = await startForeignWitness(own);
  const witnesses = openWitnesses({ witnesses: [{ vkey, url }] });
  await sello.ports.cosignatures.name([vkey]);
  sello.advance(SAME_OFFER_MS);
  expect(await offerCheckpoint(sello.ports, witnesses.all[0]!)).toBe(true);
  await sello.database.query('delete from cosignatures where cosigner = $1', [vkey], 'forget');
  await queueLeaves(sello, 5);
  await sello.sequence();
  sello.advance(SAME_OFFER_MS);
  expect(await offerCheckpoint(sello.ports, witnesses.all[0]!)).toBe(true);
  await witnesses.close();
});

test('the verifier in Python, which knows no witnesses, accepts a blockchain proof with cosignatures', async () => {
  const { proof, vkey } = await makeSample();
  const { text } = decodeCheckpoint(proof.checkpoint.note).note;
  const witness = await newWitnessKey('witness.example/w1');
  const line = await cosign(sello.ports.crypto, text, witness.vkey, 1_767_225_600, witness.sign);
  const note = addSignatures(proof.checkpoint.note, [line]);
  const file = path.join(folder, 'cosigned.xml');
  await writeFile(file, encodeProofXml({ ...proof, checkpoint: { ...proof.checkpoint, note } }));
  await promisify(execFile)('python3', [VERIFIER, file, '--log-key', vkey]);
});

test('a foreign log is cosigned by our witness, and every misstep gets the status of the specification', async () => {
  const log = await newKey('foreign.example/log', '1');
  const witness = await startTestWitness('witness.example/sello', log.vkey);
  try {
    expect(await python('exercise', log.folder, witness.url, witness.key.vkey)).toBe('ok');
  } finally {
    await witness.close();
  }
});
