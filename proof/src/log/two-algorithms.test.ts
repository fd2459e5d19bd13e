import { describe, expect, test } from 'vitest';
import { mlDsaSigner } from '../../../tests/harness/ml-dsa-signer.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { makeSample, SAMPLE_ORIGIN, sampleSigner } from '../../../tests/harness/sample-proof.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { unavailable } from '../crypto/supported-algorithms.ts';
import { verifyEvidence } from '../evidence/evidence.ts';
import { decodeCheckpoint, signCheckpointBy } from './checkpoint.ts';
import { addSignatures, cosign, verifyCosignatures } from './cosignature.ts';
import { algorithmsOfKey, decodeNoteKey, decodeWitnessKey, encodeWitnessKey } from './note-keys.ts';
import { decodeNote, verifyNote } from './signed-note.ts';

/** An engine of a platform without ML-DSA, as browsers were before 2026. */
const older: CryptoEngine = {
  digest: nodeEngine.digest,
  verify(input) {
    if (input.scheme.startsWith('ml-dsa-')) throw unavailable(input.scheme);
    return nodeEngine.verify(input);
  },
};

const ENGINES: [string, CryptoEngine][] = [
  ['WebCrypto', webCryptoEngine],
  ['node:crypto', nodeEngine],
  ['a platform without ML-DSA', older],
];

const classic = await sampleSigner(7);
const quantum = await mlDsaSigner(7);
const { proof } = await makeSample();
const { treeSize: size, root } = proof.checkpoint.path;
const CHECKPOINT = { origin: SAMPLE_ORIGIN, size, root, extensions: [] };
const xmlOf = (note: string) => encodeProofXml({ ...proof, checkpoint: { ...proof.checkpoint, note } });
const both = await signCheckpointBy(nodeEngine, CHECKPOINT, [classic, quantum]);
const quantumAlone = await signCheckpointBy(nodeEngine, CHECKPOINT, [quantum]);

describe.each(ENGINES)('a checkpoint signed with Ed25519 and ML-DSA-44, on %s,', (_, engine) => {
  const judge = async (note: string, logKeys: string[], ...broken: ('Ed25519' | 'ML-DSA')[]) => {
    const since = new Date('2030-01-01T00:00:00Z');
    const evidence = {
      xml: xmlOf(note),
      logKeys,
      now: new Date('2031-01-01T00:00:00Z'),
      broken: broken.map((algorithm) => ({ algorithm, since })),
    };
    const { verdict, checks } = await verifyEvidence(engine, evidence, []);
    return [verdict, checks.find(({ name }) => name.endsWith('checkpoint_signature'))?.because];
  };
  const words = `signed by the log ${SAMPLE_ORIGIN} with the`;
  const [classicId, quantumId] = [classic, quantum].map(({ vkey }) => vkey.split('+')[1]);

  test('holds for whoever has either key, and says which signature held', async () => {
    expect(await judge(both, [classic.vkey])).toEqual(['valid', `${words} key ${classicId}`]);
    expect(await judge(both, [quantum.vkey])).toEqual(['valid', `${words} key ${quantumId} (ML-DSA-44)`]);
    expect(await judge(both, [classic.vkey, quantum.vkey])).toEqual([
      'valid',
      `${words} keys ${classicId}, ${quantumId} (ML-DSA-44)`,
    ]);
    expect(await judge(quantumAlone, [classic.vkey, quantum.vkey])).toMatchObject([
      'valid',
      expect.anything(),
    ]);
    expect(await judge(quantumAlone, [classic.vkey])).toMatchObject(['invalid', expect.anything()]);
    expect(await judge(proof.checkpoint.note, [quantum.vkey])).toMatchObject(['invalid', expect.anything()]);
  });

  test('outlives either algorithm for whoever has both keys, and not both algorithms', async () => {
    const keys = [classic.vkey, quantum.vkey];
    expect(await judge(both, keys, 'Ed25519')).toEqual(['valid', `${words} key ${quantumId} (ML-DSA-44)`]);
    expect(await judge(both, keys, 'ML-DSA')).toEqual(['valid', `${words} key ${classicId}`]);
    expect(await judge(both, keys, 'ML-DSA', 'Ed25519')).toMatchObject(['invalid', expect.anything()]);
    expect(await judge(both, [classic.vkey], 'Ed25519')).toMatchObject(['invalid', expect.anything()]);
    expect(await judge(proof.checkpoint.note, keys, 'Ed25519')).toMatchObject(['invalid', expect.anything()]);
  });

  test('is forged for whoever has the key of ML-DSA-44 if any octet behind its id is another one', async () => {
    const key = await decodeNoteKey(engine, quantum.vkey);
    const note = decodeNote(quantumAlone);
    for (const at of [0, 7, 8, 40, 2000, 2427]) {
      const signatures = note.signatures.map((line) => ({
        ...line,
        signature: line.signature.map((byte, i) => (i === at ? byte ^ 1 : byte)),
      }));
      expect(await verifyNote(engine, { ...note, signatures }, [key])).toBe('forged');
    }
    const other = { ...note, text: note.text.replace(`\n${size}\n`, `\n${size + 1}\n`) };
    expect(await verifyNote(engine, other, [key])).toBe('forged');
    expect(await verifyNote(engine, note, [key])).toEqual([key]);
  });

  test('is cosigned with ML-DSA-44 by a witness, whose line is neither the log’s nor that of another time', async () => {
    const witness = await mlDsaSigner(9, 'witness.example/w');
    const { note } = decodeCheckpoint(both);
    const line = await cosign(engine, note.text, witness.vkey, 1_772_366_400, witness.sign);
    const cosigned = decodeNote(addSignatures(both, [line]));
    const key = await decodeWitnessKey(engine, witness.vkey);
    expect(await verifyCosignatures(engine, cosigned, [key])).toEqual([
      { witness: 'witness.example/w', timeSeconds: 1_772_366_400, line },
    ]);
    expect((await judge(addSignatures(both, [line]), [witness.vkey]))[0]).toBe('invalid');
    const later = cosigned.signatures.map((one) => ({
      ...one,
      signature: one.signature.map((byte, i) => (i === 7 ? byte ^ 1 : byte)),
    }));
    expect(await verifyCosignatures(engine, { ...cosigned, signatures: later }, [key])).toBe('forged');
  });

  test('has the log’s own line, which is no witness’s, even for whoever takes the key of the log for one', async () => {
    const own = await decodeWitnessKey(engine, quantum.vkey);
    expect(await verifyCosignatures(engine, decodeNote(both), [own])).toEqual([]);
  });
});

test('a key says by its type and length of which algorithm it is', async () => {
  expect(algorithmsOfKey(classic.vkey)).toEqual(['Ed25519', 'SHA-512']);
  expect(algorithmsOfKey(quantum.vkey)).toEqual(['ML-DSA']);
  expect(await encodeWitnessKey(nodeEngine, SAMPLE_ORIGIN, quantum.publicKey)).toBe(quantum.vkey);
  await expect(encodeWitnessKey(nodeEngine, SAMPLE_ORIGIN, new Uint8Array(1313))).rejects.toThrow('1312');
  const long = await mlDsaSigner(7, 'x'.repeat(256));
  await expect(cosign(nodeEngine, both.slice(0, -1), long.vkey, 1, long.sign)).rejects.toThrow();
});
