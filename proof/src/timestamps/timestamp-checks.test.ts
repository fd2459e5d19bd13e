import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  attribute,
  essV2,
  extension,
  forgeCertificate,
  forgeToken,
  issuerAndSerial,
  type Keys,
  newEcKeys,
  newEd25519Keys,
  newRsaKeys,
  purposes,
  SIGNATURES,
  type SignatureKind,
  STAMPED_DIGEST,
  sha256Imprint,
  type TokenOrder,
  unitExtensions,
} from '../../../tests/harness/forge.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeUtf8 } from '../encoding/bytes.ts';
import { TAG } from '../encoding/der.ts';
import {
  derBoolean,
  derElement,
  derExplicit,
  derGeneralizedTime,
  derInteger,
  derNamedBits,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derUtcTime,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import type { Quirk, TrustProfile } from '../x509/trust-profile.ts';
import { encodeName } from '../x509/x509-name.ts';
import type { CheckName } from './timestamp-checks.ts';
import type { TimestampVerdict } from './timestamp-verdict.ts';
import { verifyTimestamp } from './timestamp-verify.ts';

const keys = newEcKeys();
const sid = issuerAndSerial('Unit', 1n);

/** A self-signed unit that is its own root, so that any defect is the token's or the unit's. */
function unit(
  unitKeys: Keys,
  signature: SignatureKind,
  extensions: readonly Uint8Array[] = unitExtensions(),
): Uint8Array {
  return forgeCertificate({ subject: 'Unit', keys: unitKeys, signature, extensions });
}

const signerDer = unit(keys, SIGNATURES.ecdsa256);

async function judged(
  changes: Partial<TokenOrder> & { toleratedQuirks?: readonly Quirk[] },
): Promise<TimestampVerdict> {
  const { toleratedQuirks = [], ...order } = changes;
  const whole = { signerDer, signerKeys: keys, sid, ...order };
  const trust: TrustProfile[] = [
    { name: 'unit', roots: [whole.signerDer], policies: 'any', toleratedQuirks, accredited: false },
  ];
  const tsr = forgeToken(whole);
  const expected = { digest: { algorithm: 'SHA-256', value: STAMPED_DIGEST } } as const;
  const verdict = await verifyTimestamp(nodeEngine, tsr, expected, trust);
  expect((await verifyTimestamp(webCryptoEngine, tsr, expected, trust)).checks).toEqual(verdict.checks);
  return verdict;
}

async function failedChecks(changes: Partial<TokenOrder>): Promise<CheckName[]> {
  return (await judged(changes)).checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);
}

test('the token that the cases below break is valid', async () => {
  expect(await judged({})).toMatchObject({ verdict: 'trusted', warnings: [] });
});

describe('signers of every supported kind are accepted', () => {
  const rsaKeys = newRsaKeys();
  test.each<[string, Keys, SignatureKind]>([
    ['RSA-2048, PKCS#1 v1.5', rsaKeys, SIGNATURES.rsa256],
    ['RSA-2048, PSS', rsaKeys, SIGNATURES.pss256],
    ['P-384', newEcKeys('P-384'), SIGNATURES.ecdsa384],
    ['P-521', newEcKeys('P-521'), SIGNATURES.ecdsa512],
    ['Ed25519', newEd25519Keys(), SIGNATURES.ed25519],
  ])('%s', async (_, signerKeys, signature) => {
    const verdict = await judged({ signerDer: unit(signerKeys, signature), signerKeys, signature });
    expect(verdict.verdict).toBe('trusted');
  });

  test('a signer named by its key identifier', async () => {
    const keyId = encodeUtf8('key');
    const extensions = [...unitExtensions(), extension(OID.subjectKeyId, false, derOctetString(keyId))];
    const der = unit(keys, SIGNATURES.ecdsa256, extensions);
    expect((await judged({ signerDer: der, sid: derElement(0x80, keyId) })).verdict).toBe('trusted');
    expect(await failedChecks({ signerDer: der, sid: derElement(0x80, encodeUtf8('yek')) })).toEqual([
      'signer_certificate',
    ]);
  });

  test('an ESS attribute of version 1, which uses SHA-1', async () => {
    const v1 = attribute(
      OID.signingCertificate,
      derSequence(derSequence(derSequence(derOctetString(createHash('sha1').update(signerDer).digest())))),
    );
    const attributes: TokenOrder['attributes'] = ({ contentType, messageDigest }) => [
      contentType,
      messageDigest,
      v1,
    ];
    expect((await judged({ attributes })).verdict).toBe('trusted');
  });
});

describe('P09 weak cryptography is refused', () => {
  const shortKeys = newRsaKeys(1024);
  const rsaKeys = newRsaKeys();

  test('an RSA key of 1024 bits', async () => {
    const signature = SIGNATURES.rsa256;
    expect(
      await failedChecks({ signerDer: unit(shortKeys, signature), signerKeys: shortKeys, signature }),
    ).toEqual(['signature']);
  });

  test.each<[string, SignatureKind]>([
    ['SHA-1', SIGNATURES.rsaSha1],
    ['MD5', SIGNATURES.rsaMd5],
  ])('a signature by %s', async (_, signature) => {
    const order = { signerDer: unit(rsaKeys, SIGNATURES.rsa256), signerKeys: rsaKeys, signature };
    expect(await failedChecks(order)).toEqual(['signature']);
  });

  test('a message digest by SHA-1', async () => {
    expect(await failedChecks({ digest: { oid: OID.sha1, name: 'sha1' } })).toEqual(['message_digest']);
  });

  test('a document stamped by its SHA-1, whether or not the document is at hand', async () => {
    const imprint = derSequence(derSequence(derOid(OID.sha1), derNull()), derOctetString(new Uint8Array(20)));
    expect(await failedChecks({ imprint })).toEqual(['imprint']);
    const trust = [
      { name: 'unit', roots: [signerDer], policies: 'any', toleratedQuirks: [], accredited: false } as const,
    ];
    const verdict = await verifyTimestamp(
      nodeEngine,
      forgeToken({ signerDer, signerKeys: keys, sid, imprint }),
      {},
      trust,
    );
    expect(verdict.verdict).toBe('untrusted');
  });

  test('a digest whose length is not that of its algorithm', async () => {
    expect(await failedChecks({ imprint: sha256Imprint(STAMPED_DIGEST.subarray(1)) })).toEqual(['imprint']);
  });
});

describe('P09 the signed attributes decide', () => {
  const reorder =
    (
      change: (
        standard: Record<'contentType' | 'messageDigest' | 'ess', Uint8Array>,
      ) => readonly Uint8Array[],
    ) =>
    async (): Promise<CheckName[]> =>
      failedChecks({ attributes: change });
  const CASES: [string, () => Promise<CheckName[]>, CheckName[]][] = [
    ['no content type', reorder(({ messageDigest, ess }) => [messageDigest, ess]), ['message_digest']],
    [
      'the content type of plain data',
      reorder(({ messageDigest, ess }) => [
        messageDigest,
        ess,
        attribute(OID.contentType, derOid('1.2.840.113549.1.7.1')),
      ]),
      ['message_digest'],
    ],
    ['no message digest', reorder(({ contentType, ess }) => [contentType, ess]), ['message_digest']],
    [
      'another message digest',
      reorder(({ contentType, ess }) => [
        contentType,
        ess,
        attribute(OID.messageDigest, derOctetString(new Uint8Array(32))),
      ]),
      ['message_digest'],
    ],
    [
      'two values of the message digest',
      reorder(({ contentType, ess }) => [
        contentType,
        ess,
        attribute(OID.messageDigest, derOctetString(new Uint8Array(32)), derOctetString(new Uint8Array(31))),
      ]),
      ['message_digest'],
    ],
    [
      'the message digest twice',
      reorder(({ contentType, messageDigest, ess }) => [contentType, messageDigest, ess, messageDigest]),
      ['structure'],
    ],
    [
      'no signing certificate',
      reorder(({ contentType, messageDigest }) => [contentType, messageDigest]),
      ['ess_certificate'],
    ],
    [
      'an empty signing certificate',
      reorder(({ contentType, messageDigest }) => [
        contentType,
        messageDigest,
        attribute(OID.signingCertificateV2, derSequence(derSequence())),
      ]),
      ['ess_certificate'],
    ],
    [
      'a signing certificate by SHA-1 under version 2',
      reorder(({ contentType, messageDigest }) => [
        contentType,
        messageDigest,
        attribute(
          OID.signingCertificateV2,
          derSequence(
            derSequence(
              derSequence(
                derSequence(derOid(OID.sha1)),
                derOctetString(createHash('sha1').update(signerDer).digest()),
              ),
            ),
          ),
        ),
      ]),
      ['ess_certificate'],
    ],
    [
      "another issuer beside the right certificate's digest",
      reorder(({ contentType, messageDigest }) => [
        contentType,
        messageDigest,
        essV2(
          signerDer,
          derSequence(
            derSequence(derExplicit(4, encodeName([{ type: 'CN', value: 'Stranger' }]))),
            derInteger(1),
          ),
        ),
      ]),
      ['ess_certificate'],
    ],
    [
      'an invalid signing time',
      reorder((all) => [
        ...Object.values(all),
        attribute(OID.signingTime, derElement(TAG.utcTime, encodeUtf8('yesterday'))),
      ]),
      ['time_syntax'],
    ],
  ];
  test.each(CASES)('%s', async (_, act, expected) => {
    expect(await act()).toEqual(expected);
  });

  test('a legal signing time of either type is fine', async () => {
    const at = new Date('2026-03-01T12:00:00Z');
    for (const time of [derUtcTime(at), derGeneralizedTime(at)]) {
      const attributes: TokenOrder['attributes'] = (all) => [
        ...Object.values(all),
        attribute(OID.signingTime, time),
      ];
      expect((await judged({ attributes })).verdict).toBe('trusted');
    }
  });
});

describe('P09 there is one signer, named by the signature', () => {
  test('none, and two', async () => {
    expect(await failedChecks({ signerInfos: () => [] })).toEqual(['structure']);
    expect(await failedChecks({ signerInfos: (signerInfo) => [signerInfo, signerInfo] })).toEqual([
      'structure',
    ]);
  });

  test('a forged certificate with the same issuer and serial number does not take the place of the signer', async () => {
    const forged = unit(newEcKeys(), SIGNATURES.ecdsa256);
    for (const certificates of [
      [forged, signerDer],
      [signerDer, forged],
    ]) {
      const verdict = await judged({ certificates });
      expect(verdict.verdict).toBe('trusted');
      expect(verdict.chain[0]?.der).toEqual(signerDer);
    }
  });

  test('unreadable certificates are skipped', async () => {
    expect((await judged({ certificates: [derSequence(derNull()), derSequence(), signerDer] })).verdict).toBe(
      'trusted',
    );
  });

  test('more certificates than any genuine token has are refused', async () => {
    expect(await failedChecks({ certificates: Array.from({ length: 33 }, () => signerDer) })).toEqual([
      'structure',
    ]);
  });

  test('certificates of an unknown kind are refused', async () => {
    expect(await failedChecks({ certificates: [signerDer, derElement(0xa3, derNull())] })).toEqual([
      'structure',
    ]);
  });
});

describe("P09 the signer's certificate is for time stamping and nothing else", () => {
  const withExtensions = (...extensions: Uint8Array[]): Partial<TokenOrder> => ({
    signerDer: unit(keys, SIGNATURES.ecdsa256, extensions),
  });
  test.each<[string, Partial<TokenOrder>]>([
    ['no purpose at all', withExtensions()],
    ['the purpose not marked critical', withExtensions(purposes(false, OID.timeStamping))],
    ['one purpose more', withExtensions(purposes(true, OID.timeStamping, '1.3.6.1.5.5.7.3.4'))],
    ['another purpose', withExtensions(purposes(true, '1.3.6.1.5.5.7.3.4'))],
  ])('%s', async (_, changes) => {
    expect(await failedChecks(changes)).toEqual(['certificate_profile']);
    const tolerant = await judged({ ...changes, toleratedQuirks: ['eku_missing'] });
    expect(tolerant.warnings.map(({ code }) => code)).toEqual(['eku_missing']);
  });

  test.each<[string, Partial<TokenOrder>]>([
    [
      'a key that may not sign',
      withExtensions(extension(OID.keyUsage, true, derNamedBits(2)), purposes(true, OID.timeStamping)),
    ],
    [
      'an unknown critical extension',
      withExtensions(...unitExtensions(), extension('1.2.3.4', true, derNull())),
    ],
  ])('%s, which no profile tolerates', async (_, changes) => {
    expect(await failedChecks({ ...changes })).toEqual(['certificate_profile']);
    expect((await judged({ ...changes, toleratedQuirks: ['eku_missing'] })).verdict).toBe('untrusted');
  });
});

describe('P09 the time-stamp information', () => {
  test('of another version, or with an unknown critical extension, is refused', async () => {
    expect(await failedChecks({ version: 2 })).toEqual(['structure']);
    const unknown = (critical: boolean): Uint8Array =>
      derElement(
        0xa1,
        derSequence(
          derOid('1.2.3'),
          critical ? derBoolean(true) : new Uint8Array(0),
          derOctetString(derNull()),
        ),
      );
    expect(await failedChecks({ infoTail: [unknown(true)] })).toEqual(['structure']);
    expect(await failedChecks({ infoTail: [unknown(false)] })).toEqual([]);
  });

  test('with its fields out of order, or with fields of its own, is refused', async () => {
    const accuracy = derSequence(derInteger(1));
    expect(await failedChecks({ infoTail: [derInteger(5), accuracy] })).toEqual(['structure']);
    expect(await failedChecks({ infoTail: [accuracy, derBoolean(true), derInteger(5), derNull()] })).toEqual([
      'structure',
    ]);
    expect(await failedChecks({ infoTail: [accuracy, derBoolean(true), derInteger(5)] })).toEqual([]);
  });

  test('may have a serial number of 160 bits; a negative one is a quirk', async () => {
    expect((await judged({ serialDer: derInteger(2n ** 159n) })).token?.info.serialHex).toBe(
      `80${'00'.repeat(19)}`,
    );
    const negative = { serialDer: derElement(TAG.integer, Uint8Array.of(0xca, 0x31)) };
    expect(await failedChecks(negative)).toEqual(['structure']);
    expect((await judged({ ...negative, toleratedQuirks: ['negative_serial'] })).verdict).toBe('trusted');
  });
});

test('P09 bytes before, after or around the response are refused', async () => {
  const trust = [
    { name: 'unit', roots: [signerDer], policies: 'any', toleratedQuirks: [], accredited: false } as const,
  ];
  const tsr = forgeToken({ signerDer, signerKeys: keys, sid });
  const zero = Uint8Array.of(0);
  for (const spoiled of [
    concatBytes(tsr, zero),
    concatBytes(zero, tsr),
    derSequence(tsr),
    derSetOf(tsr),
    new Uint8Array(0),
  ]) {
    const verdict = await verifyTimestamp(nodeEngine, spoiled, {}, trust);
    expect(verdict.checks[0]).toMatchObject({ name: 'structure', outcome: 'fail' });
  }
});
