import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeBase64 } from '../encoding/bytes.ts';
import { signCheckpoint } from './checkpoint.ts';
import { addSignatures, cosign, verifyCosignatures } from './cosignature.ts';
import { decodeNoteKey, decodeWitnessKey, encodeNoteKey, encodeWitnessKey } from './note-keys.ts';
import { decodeNote, verifyNote } from './signed-note.ts';

const TIME = 1_679_315_147;
const ENGINES: [string, CryptoEngine][] = [
  ['WebCrypto', webCryptoEngine],
  ['node:crypto', nodeEngine],
];

type Signer = { vkey: string; sign: (bytes: Uint8Array) => Uint8Array };

function makeKey(): { raw: Uint8Array; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { raw: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32), privateKey };
}

async function makeWitness(name: string): Promise<Signer> {
  const { raw, privateKey } = makeKey();
  return {
    vkey: await encodeWitnessKey(nodeEngine, name, raw),
    sign: (bytes) => sign(null, bytes, privateKey),
  };
}

let log: Signer;
let alice: Signer;
let bob: Signer;
let note: string;
beforeAll(async () => {
  const { raw, privateKey } = makeKey();
  const vkey = await encodeNoteKey(nodeEngine, 'log.example', raw);
  log = { vkey, sign: (bytes) => sign(null, bytes, privateKey) };
  alice = await makeWitness('alice.example/w1');
  bob = await makeWitness('bob.example/w1');
  const checkpoint = { origin: 'log.example', size: 7, root: new Uint8Array(32).fill(7), extensions: [] };
  note = await signCheckpoint(nodeEngine, checkpoint, log.vkey, log.sign);
});

const cosignedBy = ({ vkey, sign: signer }: Signer, timeSeconds = TIME) =>
  cosign(nodeEngine, decodeNote(note).text, vkey, timeSeconds, signer);
const keysOf = (...witnesses: Signer[]) =>
  Promise.all(witnesses.map(async ({ vkey }) => await decodeWitnessKey(nodeEngine, vkey)));

describe.each(ENGINES)('%s', (_, engine) => {
  test('a checkpoint with cosignatures verifies for its log and for each witness', async () => {
    const lines = [await cosignedBy(alice), await cosignedBy(bob, TIME + 1)];
    const cosigned = decodeNote(addSignatures(note, lines));
    const ofLog = await decodeNoteKey(engine, log.vkey);
    expect(await verifyNote(engine, cosigned, [ofLog])).toEqual([ofLog]);
    expect(await verifyCosignatures(engine, cosigned, await keysOf(alice, bob))).toEqual([
      { witness: 'alice.example/w1', timeSeconds: TIME, line: lines[0] },
      { witness: 'bob.example/w1', timeSeconds: TIME + 1, line: lines[1] },
    ]);
    expect(await verifyCosignatures(engine, cosigned, await keysOf(bob))).toHaveLength(1);
    expect(await verifyCosignatures(engine, cosigned, [])).toEqual([]);
  });
});

test('what is signed is the header, the time and the text of the checkpoint, and nothing else', async () => {
  const signed: string[] = [];
  const watching = {
    ...alice,
    sign(bytes: Uint8Array) {
      signed.push(new TextDecoder().decode(bytes));
      return alice.sign(bytes);
    },
  };
  await cosignedBy(watching);
  expect(signed).toEqual([`cosignature/v1\ntime ${TIME}\n${decodeNote(note).text}`]);
});

test('a line with another time, text or name is forged', async () => {
  const line = await cosignedBy(alice);
  const [, , base64 = ''] = line.trimEnd().split(' ');
  const later = Uint8Array.from(Buffer.from(base64, 'base64'));
  later[11] = (later[11] ?? 0) ^ 1;
  const renamed = `— alice.example/w1 ${encodeBase64(later)}\n`;
  expect(
    await verifyCosignatures(nodeEngine, decodeNote(addSignatures(note, [renamed])), await keysOf(alice)),
  ).toBe('forged');
  const other = decodeNote(addSignatures(note.replace('\n7\n', '\n8\n'), [line]));
  expect(await verifyCosignatures(nodeEngine, other, await keysOf(alice))).toBe('forged');
});

test('a cosignature without a time, or of another length, is forged and not ignored', async () => {
  const [key] = await keysOf(alice);
  for (const signature of [
    new Uint8Array(72),
    new Uint8Array(64),
    concatBytes(new Uint8Array(8).fill(255), new Uint8Array(64)),
  ]) {
    const line = `— alice.example/w1 ${encodeBase64(concatBytes(key!.id, signature))}\n`;
    expect(await verifyCosignatures(nodeEngine, decodeNote(addSignatures(note, [line])), [key!])).toBe(
      'forged',
    );
  }
  for (const time of [0, -1, 1.5, Number.NaN]) await expect(cosignedBy(alice, time)).rejects.toThrow('time');
});

test('one witness counts once, however many of its lines there are', async () => {
  const lines = [await cosignedBy(alice), await cosignedBy(alice, TIME + 9)];
  const cosigned = decodeNote(addSignatures(note, lines));
  expect(cosigned.signatures).toHaveLength(3);
  expect(await verifyCosignatures(nodeEngine, cosigned, await keysOf(alice))).toHaveLength(1);
});

test('a log key is not accepted as a witness key, nor the other way round', async () => {
  await expect(decodeWitnessKey(nodeEngine, log.vkey)).rejects.toThrow('of a witness');
  await expect(decodeNoteKey(nodeEngine, alice.vkey)).rejects.toThrow('of a log');
});

test('a cosignature is not accepted as the log’s signature, even with the same key', async () => {
  const { raw, privateKey } = makeKey();
  const both = (bytes: Uint8Array) => sign(null, bytes, privateKey);
  const logKey = await encodeNoteKey(nodeEngine, 'same.example', raw);
  const witnessKey = await encodeWitnessKey(nodeEngine, 'same.example', raw);
  expect(logKey.split('+')[1]).not.toBe(witnessKey.split('+')[1]);
  const line = await cosignedBy({ vkey: witnessKey, sign: both });
  const cosigned = decodeNote(addSignatures(note, [line]));
  expect(await verifyNote(nodeEngine, cosigned, [await decodeNoteKey(nodeEngine, logKey)])).toEqual([]);
});

test('signature lines are added once, and nothing but signature lines', async () => {
  const line = await cosignedBy(alice);
  const cosigned = addSignatures(note, [line]);
  expect(cosigned).toBe(`${note}${line}`);
  expect(addSignatures(cosigned, [line])).toBe(cosigned);
  for (const bad of ['not a line\n', `${line}\nmore text\n\n${line}`, line.trimEnd()])
    expect(() => addSignatures(note, [bad])).toThrow();
});
