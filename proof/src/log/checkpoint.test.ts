import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeSample, SAMPLE_ORIGIN } from '../../../tests/harness/sample-proof.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeBase64, encodeHex } from '../encoding/bytes.ts';
import { decodeCheckpoint, signCheckpoint } from './checkpoint.ts';
import { encodeCheckpoint } from './checkpoint-text.ts';
import { decodeNoteKey, encodeNoteKey } from './note-keys.ts';
import { decodeNote, encodeNote, signNote, verifyNote } from './signed-note.ts';

// The example of the C2SP specification of signed notes.
const VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const NOTE =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

const ENGINES: [string, CryptoEngine][] = [
  ['WebCrypto', webCryptoEngine],
  ['node:crypto', nodeEngine],
];

describe.each(ENGINES)('%s', (_, engine) => {
  test('the example of the specification verifies, and no changed one', async () => {
    const key = await decodeNoteKey(engine, VKEY);
    expect(await verifyNote(engine, decodeNote(NOTE), [key])).toEqual([key]);
    expect(
      await verifyNote(engine, decodeNote(NOTE.replace('example message', 'exemplary message')), [key]),
    ).toBe('forged');
    expect(await encodeNoteKey(engine, key.name, key.publicKey)).toBe(VKEY);
  });

  test('a checkpoint that we sign reads back and verifies', async () => {
    const { proof, vkey } = await makeSample();
    const checkpoint = decodeCheckpoint(proof.checkpoint.note);
    expect(checkpoint).toMatchObject({
      origin: SAMPLE_ORIGIN,
      size: 7,
      root: proof.checkpoint.path.root,
      extensions: [],
    });
    expect(encodeNote(checkpoint.note)).toBe(proof.checkpoint.note);
    const key = await decodeNoteKey(engine, vkey);
    expect(await verifyNote(engine, checkpoint.note, [key])).toEqual([key]);
  });
});

test('a signature of an unknown key is ignored; a false one of a known key invalidates the note', async () => {
  const key = await decodeNoteKey(nodeEngine, VKEY);
  const witness = { keyName: 'witness.example', keyId: key.id, signature: new Uint8Array(72) };
  const genuine = decodeNote(NOTE);
  const cosigned = decodeNote(encodeNote({ ...genuine, signatures: [witness, ...genuine.signatures] }));
  expect(await verifyNote(nodeEngine, cosigned, [key])).toEqual([key]);
  expect(await verifyNote(nodeEngine, cosigned, [])).toEqual([]);
  const forged = { keyName: key.name, keyId: key.id, signature: new Uint8Array(64) };
  const spoilt = decodeNote(encodeNote({ ...genuine, signatures: [...genuine.signatures, forged] }));
  expect(await verifyNote(nodeEngine, spoilt, [key])).toBe('forged');
});

test('a note text may have blank lines: the last one divides', () => {
  const note = encodeNote({ text: 'one\n\ntwo\n', signatures: decodeNote(NOTE).signatures });
  expect(decodeNote(note).text).toBe('one\n\ntwo\n');
});

describe('a malformed signed note is refused', () => {
  test.each([
    ['nothing', ''],
    ['text alone', 'text\n'],
    ['no signature line', 'text\n\n'],
    ['no last newline', NOTE.slice(0, -1)],
    ['a tab', NOTE.replace('This', 'This\t')],
    ['a carriage return', NOTE.replace('\n\n', '\r\n\n')],
    ['a hyphen for the dash', NOTE.replace('—', '-')],
    ['a name with a plus', NOTE.replace('foo', 'f+o')],
    ['a signature of four bytes', 'text\n\n— name AAAAAA==\n'],
    ['no base64', 'text\n\n— name %%%%\n'],
    ['a second space', NOTE.replace('foo ', 'foo  ')],
    ['33 signatures', `text\n\n${'— name AAAAAAAAAA==\n'.repeat(33)}`],
    ['too much text', `${'x'.repeat(70_000)}\n\n— name AAAAAAAAAA==\n`],
  ])('%s', (_, note) => {
    expect(() => decodeNote(note)).toThrow(expect.objectContaining({ code: 'checkpoint_malformed' }));
  });
});

describe('a malformed verifier key is refused', () => {
  const [name, id, data] = VKEY.split('+') as [string, string, string];
  test.each([
    ['nothing', ''],
    ['two parts', `${name}+${id}`],
    ['an identifier of another key', `${name}+00000000+${data}`],
    ['another name', `example.com/bar+${id}+${data}`],
    ['a key of another type', `${name}+${id}+${encodeBase64(new Uint8Array(33).fill(4))}`],
    ['a short key', `${name}+${id}+${encodeBase64(new Uint8Array(32).fill(1))}`],
    ['an upper-case identifier', `${name}+530D903A+${data}`],
    ['a name with a space', `a b+${id}+${data}`],
  ])('%s', async (_, vkey) => {
    await expect(decodeNoteKey(nodeEngine, vkey)).rejects.toMatchObject({ code: 'checkpoint_malformed' });
  });
});

test('the example of the checkpoint specification is read', () => {
  const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  const signature =
    'Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=';
  const checkpoint = decodeCheckpoint(`${text}\n— example.com/behind-the-sofa ${signature}\n`);
  expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  expect(encodeHex(checkpoint.root)).toMatch(/^0ac5186a/);
  expect(encodeCheckpoint(checkpoint)).toBe(text);
});

describe('a malformed checkpoint is refused', () => {
  const root = encodeBase64(new Uint8Array(32));
  test.each([
    ['two lines', 'origin\n7\n'],
    ['no origin', `\n7\n${root}\n`],
    ['a size with leading zeros', `origin\n07\n${root}\n`],
    ['a negative size', `origin\n-7\n${root}\n`],
    ['a size beyond 2^53', `origin\n9007199254740993\n${root}\n`],
    ['a short root', `origin\n7\n${encodeBase64(new Uint8Array(31))}\n`],
    ['an empty extension line', `origin\n7\n${root}\n\n`],
  ])('%s', (_, text) => {
    expect(() => decodeCheckpoint(`${text}\n— name AAAAAAAAAA==\n`)).toThrow(
      expect.objectContaining({ code: 'checkpoint_malformed' }),
    );
  });
});

test('nothing is signed that would not read back', async () => {
  const { vkey } = await makeSample();
  const sign = (): Uint8Array => new Uint8Array(64);
  const checkpoint = { origin: SAMPLE_ORIGIN, size: 1, root: new Uint8Array(32), extensions: [] };
  for (const changed of [
    ...[{ size: -1 }, { size: 1.5 }, { root: new Uint8Array(5) }],
    ...[{ extensions: [''] }, { extensions: ['a\nb'] }, { extensions: ['a\tb'] }, { origin: 'another/log' }],
  ]) {
    await expect(signCheckpoint(nodeEngine, { ...checkpoint, ...changed }, vkey, sign)).rejects.toThrow();
  }
  await expect(signNote(nodeEngine, 'no newline', [{ vkey, sign }])).rejects.toThrow();
  await expect(signCheckpoint(nodeEngine, checkpoint, vkey, () => new Uint8Array(63))).rejects.toThrow(
    'the length of its algorithm',
  );
  expect(await signCheckpoint(nodeEngine, checkpoint, vkey, sign)).toContain(SAMPLE_ORIGIN);
});
