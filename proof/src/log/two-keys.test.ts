import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeSample, SAMPLE_ORIGIN, sampleSigner } from '../../../tests/harness/sample-proof.ts';
import { verifyBlockchainProof } from '../anchors/anchor-verify.ts';
import type { BlockchainProof } from '../anchors/blockchain-proof.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { signCheckpointBy } from './checkpoint.ts';
import { decodeNoteKey } from './note-keys.ts';
import { decodeNote, encodeNote, type NoteSignature, verifyNote } from './signed-note.ts';

const ENGINES: [string, CryptoEngine][] = [
  ['WebCrypto', webCryptoEngine],
  ['node:crypto', nodeEngine],
];

const [OLD, NEW, STRANGER] = [7, 8, 9];
const keyOf = async (seed: number) => (await sampleSigner(seed)).vkey;

/** The check of the log's signature, with these keys pinned. */
async function signedBy(engine: CryptoEngine, proof: BlockchainProof, ...seeds: number[]) {
  const logKeys = await Promise.all(seeds.map(keyOf));
  const { checks } = await verifyBlockchainProof(engine, encodeProofXml(proof), {}, { logKeys });
  const { outcome, because } = checks.find(({ name }) => name === 'checkpoint_signature')!;
  return [outcome, because];
}

async function withLines(
  proof: BlockchainProof,
  change: (lines: readonly NoteSignature[]) => readonly NoteSignature[],
): Promise<BlockchainProof> {
  const { text, signatures } = decodeNote(proof.checkpoint.note);
  const note = encodeNote({ text, signatures: change(signatures) });
  return { ...proof, checkpoint: { ...proof.checkpoint, note } };
}

const spoilt = (line: NoteSignature): NoteSignature => ({
  ...line,
  signature: line.signature.map((byte, i) => (i === 10 ? byte ^ 1 : byte)),
});

describe.each(ENGINES)('P91 a checkpoint that two keys of the log signed, on %s,', (_, engine) => {
  test('is confirmed for a reader who pinned either key or both, and says which signed', async () => {
    const { proof } = await makeSample({ seeds: [OLD, NEW] });
    const [older, newer] = await Promise.all(
      [OLD, NEW].map(async (seed) => (await keyOf(seed)).split('+')[1]),
    );
    const words = `signed by the log ${SAMPLE_ORIGIN} with the key`;
    expect(await signedBy(engine, proof, OLD)).toEqual(['pass', `${words} ${older}`]);
    expect(await signedBy(engine, proof, NEW)).toEqual(['pass', `${words} ${newer}`]);
    expect(await signedBy(engine, proof, OLD, NEW)).toEqual(['pass', `${words}s ${older}, ${newer}`]);
    expect(await signedBy(engine, proof, STRANGER, NEW)).toEqual(['pass', `${words} ${newer}`]);
    expect(await signedBy(engine, proof, STRANGER)).toEqual([
      'fail',
      expect.stringContaining('none of the given keys'),
    ]);
  });

  test('holds for the older key alone if it was signed before the newer one came, and never for the newer', async () => {
    const { proof } = await makeSample({ seeds: [OLD] });
    expect(await signedBy(engine, proof, OLD, NEW)).toMatchObject(['pass', expect.anything()]);
    expect(await signedBy(engine, proof, NEW)).toMatchObject(['fail', expect.anything()]);
  });

  test('holds for the newer key alone after the older one was retired', async () => {
    const { proof } = await makeSample({ seeds: [NEW] });
    expect(await signedBy(engine, proof, OLD, NEW)).toMatchObject(['pass', expect.anything()]);
    expect(await signedBy(engine, proof, OLD)).toMatchObject(['fail', expect.anything()]);
  });

  test('with a forged second line is refused by readers who know that key, and accepted by others', async () => {
    const both = await makeSample({ seeds: [OLD, NEW] });
    const forged = await withLines(both.proof, ([first, second]) => [first!, spoilt(second!)]);
    expect(await signedBy(engine, forged, OLD)).toMatchObject(['pass', expect.anything()]);
    for (const pinned of [[NEW], [OLD, NEW]])
      expect(await signedBy(engine, forged, ...pinned)).toEqual([
        'fail',
        'a signature is not by the key that it names',
      ]);
  });

  test('a line that carries the name of the log and the id of another key is ignored, and confirms nobody', async () => {
    const { proof } = await makeSample({ seeds: [OLD] });
    const { id } = await decodeNoteKey(engine, await keyOf(NEW));
    const lent = await withLines(proof, ([first]) => [{ ...first!, keyId: id }]);
    expect(await signedBy(engine, lent, OLD)).toMatchObject(['fail', expect.anything()]);
    expect(await signedBy(engine, lent, NEW)).toMatchObject(['fail', expect.anything()]);
  });
});

test('a key that signed twice counts once', async () => {
  const { proof } = await makeSample({ seeds: [OLD] });
  const twice = await withLines(proof, ([first]) => [first!, first!]);
  const keys = await Promise.all(
    [OLD, NEW].map(async (seed) => decodeNoteKey(nodeEngine, await keyOf(seed))),
  );
  expect(await verifyNote(nodeEngine, decodeNote(twice.checkpoint.note), keys)).toEqual([keys[0]]);
});

test('a checkpoint cannot be signed without a key or with the key of another log', async () => {
  const checkpoint = { origin: 'other/log', size: 1, root: new Uint8Array(32), extensions: [] };
  await expect(signCheckpointBy(nodeEngine, checkpoint, [await sampleSigner(OLD)])).rejects.toThrow('origin');
  await expect(signCheckpointBy(nodeEngine, checkpoint, [])).rejects.toThrow();
});
