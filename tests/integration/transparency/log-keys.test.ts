/** A key of the log takes over from another, while servers run and people hold proofs. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  decodeCheckpoint,
  decodeNoteKey,
  decodeProofXml,
  type EvidenceVerdict,
  readBundle,
  verifyEvidence,
  verifyNote,
  webCryptoEngine,
} from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../server/src/cli/verify/one-file.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { masterIdIn } from '../../../server/src/kernel/wrapping/key-envelope.ts';
import { masterIdOf } from '../../../server/src/kernel/wrapping/master-keys.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { runLogKey } from '../../harness/log-key-command.ts';
import { askPython } from '../../harness/python-verifier.ts';
import { API } from '../../harness/test-sello.ts';
import { cosignNewest, newWitnessKey } from '../../harness/test-witness.ts';

type Phase = 'before' | 'during' | 'after';

let world: AnchoredSello;
let folder: string;
let older: string;
let newer: string;
/** A certificate of each phase, its proof and its bundle, downloaded in that phase. */
const ids = {} as Record<Phase, string>;
const xmls = {} as Record<Phase, Uint8Array>;
const bundles = {} as Record<Phase, Uint8Array>;
beforeAll(async () => {
  world = await openAnchoredSello('when sent', { SELLO_LOG_ORIGIN: 'log.example.com/sello' });
  folder = await mkdtemp(path.join(tmpdir(), 'sello-log-keys-'));
  older = world.sello.identity.vkey;
  await certifyIn('before');
  newer = await runLogKey(world.sello, 'add');
  await certifyIn('during');
  await runLogKey(world.sello, 'retire', idOf(older));
  await certifyIn('after');
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const idOf = (vkey: string): string => vkey.split('+')[1]!;
const keys = () => world.sello.call('GET', '/log/keys').then(({ body }) => body.keys);

async function certifyIn(phase: Phase): Promise<void> {
  ids[phase] = await world.certify();
  await world.anchor();
  xmls[phase] = (await world.proof(ids[phase])).bytes;
  bundles[phase] = (await world.proof(ids[phase], 'type=bundle&format=raw')).bytes;
}

/** Whether three verifiers find a proof valid for a person who has pinned these keys. */
async function wordOn(xml: Uint8Array, ...logKeys: string[]): Promise<string> {
  const file = path.join(folder, 'proof.xml');
  await writeFile(file, xml);
  const { out } = await verify(['--xml', file, ...logKeys.flatMap((key) => ['--log-key', key]), '--json']);
  const [python] = await askPython([{ xml, logKeys }]);
  const words = [
    (JSON.parse(out) as EvidenceVerdict).verdict,
    (await verifyEvidence(webCryptoEngine, { xml, logKeys }, [])).verdict,
    python!.verdict,
  ];
  expect(new Set(words).size, words.join(' ')).toBe(1);
  return words[0]!;
}

test('a proof from before the change is signed by the older key, one during it by both, and one after it by the newer', async () => {
  const signers = async (xml: Uint8Array) => {
    const { note } = decodeCheckpoint(decodeProofXml(xml).checkpoint.note);
    const known = await Promise.all([older, newer].map(async (vkey) => decodeNoteKey(webCryptoEngine, vkey)));
    const found = await verifyNote(webCryptoEngine, note, known);
    return found === 'forged' ? found : found.map(({ id }) => Buffer.from(id).toString('hex'));
  };
  expect(await signers(xmls.before)).toEqual([idOf(older)]);
  expect(await signers(xmls.during)).toEqual([idOf(older), idOf(newer)]);
  expect(await signers(xmls.after)).toEqual([idOf(newer)]);
});

test('P91 three verifiers agree on every proof, with the older key, the newer key or both pinned', async () => {
  const words = async (...pinned: string[]) => [
    await wordOn(xmls.before, ...pinned),
    await wordOn(xmls.during, ...pinned),
    await wordOn(xmls.after, ...pinned),
  ];
  expect(await words(older)).toEqual(['valid', 'valid', 'invalid']);
  expect(await words(newer)).toEqual(['invalid', 'valid', 'valid']);
  expect(await words(older, newer)).toEqual(['valid', 'valid', 'valid']);
});

test('three verifiers refuse a forged second line if its key was given, and ignore it otherwise', async () => {
  const text = Buffer.from(xmls.during).toString('utf8');
  const forged = text.replace(/<Note>([^<]+)</, (_, note: string) => {
    const lines = Buffer.from(note, 'base64').toString('utf8').split('\n');
    const at = lines.findIndex((line) => line.startsWith('— ') && line.includes(lineStart(newer)));
    const [dash, name, base64] = lines[at]!.split(' ');
    const bytes = Buffer.from(base64!, 'base64');
    bytes[20]! ^= 1;
    lines[at] = `${dash} ${name} ${bytes.toString('base64')}`;
    return `<Note>${Buffer.from(lines.join('\n')).toString('base64')}<`;
  });
  expect(forged).not.toBe(text);
  expect(await wordOn(Buffer.from(forged), older)).toBe('valid');
  expect(await wordOn(Buffer.from(forged), newer)).toBe('invalid');
  expect(await wordOn(Buffer.from(forged), older, newer)).toBe('invalid');
});

/** Finds a key's signature line: a space and the five base64 digits that the key's id alone determines. */
function lineStart(vkey: string): string {
  return ` ${Buffer.from(idOf(vkey), 'hex').toString('base64').slice(0, 5)}`;
}

test('a bundle has the keys that signed its checkpoint, even if they were retired since', async () => {
  const keysIn = (zip: Uint8Array) =>
    Buffer.from(readBundle(zip).files.get('log-key.txt')!).toString('utf8').trimEnd().split('\n');
  expect(keysIn(bundles.before)).toEqual([older]);
  expect(keysIn(bundles.during)).toEqual([older, newer]);
  expect(keysIn(bundles.after)).toEqual([newer]);
  // Downloaded again, after the older key was retired.
  const again = (await world.proof(ids.before, 'type=bundle&format=raw')).bytes;
  expect(keysIn(again)).toEqual([older]);
  for (const bundle of [...Object.values(bundles), again]) {
    const { checks } = await verifyEvidence(webCryptoEngine, { bundle }, []);
    expect(checks.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  }
});

test('the log publishes the keys that sign now, and all that ever signed', async () => {
  expect((await world.sello.call('GET', '/log/key')).text).toBe(`${newer}\n`);
  expect(await keys()).toEqual([
    { key: older, added_at: null, retired_at: expect.stringMatching(/^\d{4}-/) },
    { key: newer, added_at: expect.stringMatching(/^\d{4}-/), retired_at: null },
  ]);
  expect(await runLogKey(world.sello, 'list')).toMatch(
    new RegExp(`^retired \\S+ +${escaped(older)}\nsigns +${escaped(newer)}\nsigns +log.example.com/sello\\+`),
  );
});

const escaped = (text: string) => text.replaceAll(/[+/.]/g, '\\$&');

test('cosignatures of witnesses follow both signatures, and are not confused with them', async () => {
  const witness = await newWitnessKey('log.example.com/sello');
  await world.sello.ports.cosignatures.name([witness.vkey]);
  await cosignNewest(world.sello, witness);
  const { note } = decodeCheckpoint((await world.sello.call('GET', '/log/checkpoint')).text);
  // The signatures of the newer key, of the ML-DSA-44 key and of the witness.
  expect(note.signatures).toHaveLength(3);
  const known = await Promise.all([older, newer].map(async (vkey) => decodeNoteKey(webCryptoEngine, vkey)));
  expect(await verifyNote(webCryptoEngine, note, known)).toEqual([known[1]]);
});

test('a change that would leave the log without a key, or readers without a known signature, is refused with an explanation', async () => {
  const refusal = (...args: string[]) =>
    runLogKey(world.sello, ...args).then(
      () => '',
      (error: unknown) => (error instanceof OperatorError ? error.text.es : String(error)),
    );
  expect(await refusal('retire', idOf(newer))).toContain('es la única clave Ed25519 que firma');
  expect(await refusal('retire', '00000000')).toContain(`Sus claves son ${idOf(older)}, ${idOf(newer)}`);
  const third = await runLogKey(world.sello, 'add');
  expect(await refusal('retire', idOf(newer))).toContain('no está firmado por la clave que quedaría');
  expect(await refusal('add')).toContain('Ya firman dos claves de este algoritmo');
  // Retiring twice changes nothing.
  await runLogKey(world.sello, 'retire', idOf(older));
  await world.certify();
  await runLogKey(world.sello, 'retire', idOf(newer));
  expect((await world.sello.call('GET', '/log/key')).text).toBe(`${third}\n`);
  for (const args of [[], ['rotate'], ['add', 'x'], ['retire'], ['retire', 'a', 'b']])
    await expect(runLogKey(world.sello, ...args)).rejects.toThrow(/needs one of|Unexpected|missing/);
});

test('a server that starts later, with another master key, signs with the same keys', async () => {
  const text = Buffer.alloc(32, 5).toString('base64');
  const other = await world.sello.another({ SELLO_MASTER_KEY: text });
  await other.certify(world.caller.key, 'elsewhere');
  expect(await other.sequence()).toBe(1);
  const { note } = decodeCheckpoint((await other.call('GET', '/log/checkpoint')).text);
  const signing = (await world.sello.call('GET', '/log/key')).text.trimEnd();
  const key = await decodeNoteKey(webCryptoEngine, signing);
  expect(await verifyNote(webCryptoEngine, note, [key])).toEqual([key]);
  const wrapped = await world.sello.database.query('select signing_key from log_keys', [], 'wrapped');
  expect(new Set(wrapped.map(({ signing_key }) => masterIdIn(signing_key as Buffer)))).toEqual(
    new Set([masterIdOf(Buffer.from(text, 'base64'))]),
  );
  expect(
    (await other.call('GET', `${API}/certificates/${ids.before}`, { key: world.caller.key })).status,
  ).toBe(200);
});
