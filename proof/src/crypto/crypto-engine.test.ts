import { describe, expect, test } from 'vitest';
import { nodeCryptoEngine } from '../../../server/src/kernel/crypto-node.ts';
import {
  type Keys,
  newEcKeys,
  newEd25519Keys,
  newMlDsaKeys,
  newRsaKeys,
  SIGNATURES,
  type SignatureKind,
} from '../../../tests/harness/forge.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { encodeHex, encodeUtf8, parseHex } from '../encoding/bytes.ts';
import { readDer } from '../encoding/der.ts';
import {
  derBitString,
  derExplicit,
  derInteger,
  derNull,
  derOid,
  derSequence,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import {
  readAlgorithmIdentifier,
  readPublicKeyAlgorithm,
  resolveSignatureMethod,
  weaknessOf,
} from './algorithms.ts';
import { type CryptoEngine, parseEcdsaSignature, webCryptoEngine } from './crypto-engine.ts';

const data = encodeUtf8('signed by both, checked by both');
const spkiOf = (keys: Keys): Uint8Array =>
  new Uint8Array(keys.publicKey.export({ type: 'spki', format: 'der' }));
const rsaKeys = newRsaKeys();

const CASES: [string, Keys, SignatureKind][] = [
  ['RSA PKCS#1 v1.5', rsaKeys, SIGNATURES.rsa256],
  ['RSA-PSS', rsaKeys, SIGNATURES.pss256],
  ['ECDSA P-256', newEcKeys('P-256'), SIGNATURES.ecdsa256],
  ['ECDSA P-384 with SHA-256', newEcKeys('P-384'), SIGNATURES.ecdsa256],
  ['ECDSA P-384', newEcKeys('P-384'), SIGNATURES.ecdsa384],
  ['ECDSA P-521', newEcKeys('P-521'), SIGNATURES.ecdsa512],
  ['Ed25519', newEd25519Keys(), SIGNATURES.ed25519],
  ['ML-DSA-44', newMlDsaKeys(44), SIGNATURES.mlDsa44],
  ['ML-DSA-65', newMlDsaKeys(65), SIGNATURES.mlDsa65],
  ['ML-DSA-87', newMlDsaKeys(87), SIGNATURES.mlDsa87],
];

const ENGINES: [string, CryptoEngine][] = [
  ['WebCrypto', webCryptoEngine],
  ['node:crypto', nodeEngine],
  ['node:crypto of the server', nodeCryptoEngine],
];

describe.each(ENGINES)('%s', (_, engine) => {
  test.each(CASES)('accepts a true %s signature and no changed one', async (_name, keys, kind) => {
    const spkiDer = spkiOf(keys);
    const method = resolveSignatureMethod(
      readAlgorithmIdentifier(readDer(kind.algorithmDer)),
      readPublicKeyAlgorithm(readDer(spkiDer)),
    );
    const signature = kind.sign(keys.privateKey, data);
    const flipped = Uint8Array.from(signature, (byte, i) => (i === signature.length - 3 ? byte ^ 1 : byte));
    expect(await engine.verify({ ...method, spkiDer, signature, data })).toBe(true);
    expect(await engine.verify({ ...method, spkiDer, signature: flipped, data })).toBe(false);
    expect(await engine.verify({ ...method, spkiDer, signature, data: data.subarray(1) })).toBe(false);
    expect(await engine.verify({ ...method, spkiDer, signature: signature.subarray(1), data })).toBe(false);
    expect(await engine.verify({ ...method, spkiDer, signature: new Uint8Array(0), data })).toBe(false);
  });

  test('an RSA-PSS signature without its leading zero byte is refused', async () => {
    const kind = SIGNATURES.pss256;
    const spkiDer = spkiOf(rsaKeys);
    const method = resolveSignatureMethod(
      readAlgorithmIdentifier(readDer(kind.algorithmDer)),
      readPublicKeyAlgorithm(readDer(spkiDer)),
    );
    // One signature in 256 begins with a zero byte, and the random salt makes every signature different.
    let signature = kind.sign(rsaKeys.privateKey, data);
    while (signature[0] !== 0) signature = kind.sign(rsaKeys.privateKey, data);
    expect(await engine.verify({ ...method, spkiDer, signature, data })).toBe(true);
    expect(await engine.verify({ ...method, spkiDer, signature: signature.subarray(1), data })).toBe(false);
  });

  test('an invalid key gives false and does not throw', async () => {
    const offCurve = new Uint8Array(spkiOf(newEcKeys()));
    offCurve[offCurve.length - 1]! ^= 1;
    const signature = derSequence(derInteger(1), derInteger(1));
    const method = { scheme: 'ecdsa-p256', hash: 'SHA-256' } as const;
    expect(await engine.verify({ ...method, spkiDer: offCurve, signature, data })).toBe(false);
    expect(await engine.verify({ ...method, spkiDer: data, signature, data })).toBe(false);
  });

  test.each([
    ['SHA-1', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['SHA-256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ] as const)('%s is the standard one', async (hash, expected) => {
    expect(encodeHex(await engine.digest(hash, encodeUtf8('abc')))).toBe(expected);
  });
});

describe('weak and mismatched algorithms have no method', () => {
  const key = readPublicKeyAlgorithm(readDer(spkiOf(rsaKeys)));
  const resolve = (algorithmDer: Uint8Array): unknown =>
    resolveSignatureMethod(readAlgorithmIdentifier(readDer(algorithmDer)), key, 'SHA-256');

  test.each([
    ['SHA-1 with RSA', SIGNATURES.rsaSha1.algorithmDer],
    ['MD5 with RSA', SIGNATURES.rsaMd5.algorithmDer],
    ['ECDSA for an RSA key', SIGNATURES.ecdsa256.algorithmDer],
    ['PSS without parameters', derSequence(derOid(OID.rsaPss))],
    ['PSS with the default SHA-1', derSequence(derOid(OID.rsaPss), derSequence())],
    [
      'PSS with two different hashes',
      derSequence(
        derOid(OID.rsaPss),
        derSequence(
          derExplicit(0, derSequence(derOid(OID.sha256), derNull())),
          derExplicit(1, derSequence(derOid(OID.mgf1), derSequence(derOid(OID.sha512), derNull()))),
          derExplicit(2, derInteger(32)),
        ),
      ),
    ],
  ])('%s', (_, algorithmDer) => {
    expect(() => resolve(algorithmDer)).toThrow('weak, unknown or does not fit');
  });

  test('plain rsaEncryption takes the digest that CMS names, and has no method without one', () => {
    const algorithm = { oid: OID.rsaEncryption, parametersDer: undefined };
    expect(resolveSignatureMethod(algorithm, key, 'SHA-512')).toEqual({
      scheme: 'rsa-pkcs1',
      hash: 'SHA-512',
    });
    expect(() => resolveSignatureMethod(algorithm, key)).toThrow('weak');
  });

  test('RSA keys shorter than 2048 bits, or so large that checking them is too expensive, are refused', () => {
    expect(weaknessOf(key)).toBeUndefined();
    expect(weaknessOf({ type: 'rsa', modulusBits: 2047, exponentBits: 17 })).toContain('too short');
    expect(weaknessOf({ type: 'rsa', modulusBits: 16_384, exponentBits: 17 })).toContain('too long');
    expect(weaknessOf({ type: 'rsa', modulusBits: 3072, exponentBits: 3072 })).toContain('exponent');
    const dsa = derSequence(derSequence(derOid('1.2.840.10040.4.1')), derBitString(new Uint8Array(3)));
    expect(weaknessOf(readPublicKeyAlgorithm(readDer(dsa)))).toContain('not supported');
  });
});

describe('ECDSA signatures from DER to r‖s', () => {
  const parse = (text: string): string | undefined => {
    const raw = parseEcdsaSignature(parseHex(text)!, 2);
    return raw && encodeHex(raw);
  };

  test.each([
    ['3006020101020102', '00010002'],
    ['300802020080 02020090'.replace(' ', ''), '00800090'],
    ['3008020300ffff020101', '00ffff0001'.slice(2)],
  ])('%s', (der, raw) => {
    expect(parse(der)).toBe(raw);
  });

  test.each([
    '',
    '3006020101020182',
    '3009020301000002020080',
    '300602010102010200',
    '30090201010201020201ff',
    '3003020101',
  ])('%j is refused', (der) => {
    expect(parse(der)).toBeUndefined();
  });
});
