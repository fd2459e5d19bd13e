import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/harness/cpu-ms.ts';
import {
  authorityExtensions,
  type CertificateOrder,
  extension,
  forgeCertificate,
  newEcKeys,
  newRsaKeys,
  SIGNATURES,
  unitExtensions,
} from '../../../tests/harness/forge.ts';
import {
  type CrlOrder,
  crlEntry,
  crlPoints,
  forgeCrl,
  issuingPoint,
  pointFlag,
  pointNamed,
  REASON,
  reasonCode,
} from '../../../tests/harness/forge-revocation.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { opensslCrl, opensslReads } from '../../../tests/harness/openssl-revocation.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes } from '../encoding/bytes.ts';
import {
  derElement,
  derInteger,
  derNamedBits,
  derNull,
  derSequence,
  derUtcTime,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import { decodeCrl, findRevocations, type RevocationList, scopeProblem, verifyCrl } from './crl.ts';
import { decodeSigningCertificate, type SigningCertificate } from './x509.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const LIST_URL = 'http://crl.example/root.crl';
const root = { subject: 'Root', keys: newEcKeys() };
const make = (order: CertificateOrder): SigningCertificate =>
  decodeSigningCertificate(forgeCertificate(order));
const rootCertificate = make({ ...root, extensions: authorityExtensions() });
const unitOrder = { subject: 'Unit', keys: newEcKeys(), issuer: root, serial: 0x8003n };
const unit = make({ ...unitOrder, extensions: [...unitExtensions(), crlPoints(LIST_URL)] });
const order: CrlOrder = { issuer: root, thisUpdate: AT };
const revoked = { serial: 0x8003n, at: new Date('2026-02-01T00:00:00Z') };

const verify = (der: Uint8Array, issuer = rootCertificate): Promise<RevocationList> =>
  verifyCrl(nodeEngine, der, issuer);

describe('a list of the issuer', () => {
  test.each([
    ['node:crypto', nodeEngine],
    ['WebCrypto', webCryptoEngine],
  ])('is read whole and believed under %s', async (_, engine) => {
    const entries = [
      { serial: 1n, at: AT },
      { ...revoked, extensions: [reasonCode(REASON.superseded)] },
      { serial: 2n ** 152n, at: AT, extensions: [reasonCode(REASON.keyCompromise)] },
    ];
    const list = await verifyCrl(engine, forgeCrl({ ...order, entries }), rootCertificate);
    expect(list).toMatchObject({ thisUpdate: AT, nextUpdate: new Date('2026-03-02T12:00:00Z') });
    expect(list.entries.size).toBe(3);
    expect(scopeProblem(list, unit)).toBeUndefined();
    expect(findRevocations(list, unit)).toEqual([{ at: revoked.at, reason: 'superseded' }]);
  });

  test('without entries, of version 1, or without nextUpdate is still a list', async () => {
    expect(findRevocations(await verify(forgeCrl(order)), unit)).toEqual([]);
    const first = await verify(forgeCrl({ ...order, version: null, entries: [revoked] }));
    expect(findRevocations(first, unit)).toEqual([{ at: revoked.at, reason: undefined }]);
    expect((await verify(forgeCrl({ ...order, nextUpdate: null }))).nextUpdate).toBeUndefined();
  });

  test('names a certificate twice, and both entries count', async () => {
    const entries = [
      { ...revoked, extensions: [reasonCode(REASON.certificateHold)] },
      { serial: 9n, at: AT },
      { ...revoked, at: AT, extensions: [reasonCode(REASON.keyCompromise)] },
      { ...revoked, at: AT },
    ];
    expect(
      findRevocations(await verify(forgeCrl({ ...order, entries })), unit).map(({ reason }) => reason),
    ).toEqual(['certificateHold', 'keyCompromise', undefined]);
  });

  test('of another key, or changed in one bit, is refused', async () => {
    const foreign = forgeCrl({ ...order, issuer: { subject: 'Root', keys: newEcKeys() } });
    await expect(verify(foreign)).rejects.toThrow('the signature is not that of "Root"');
    const changed = forgeCrl({ ...order, entries: [revoked] });
    changed[changed.indexOf(0x17) + 3]! ^= 1;
    await expect(verify(changed)).rejects.toThrow(ProofError);
  });

  test('of another issuer is refused even where the key is the same', async () => {
    const other = forgeCrl({ ...order, issuer: { ...root, subject: 'Other' } });
    await expect(verify(other)).rejects.toThrow('a list of CN=Other, not of CN=Root');
  });

  test('counts only where the issuer may sign lists', async () => {
    const certSignOnly = [authorityExtensions()[0]!, extension(OID.keyUsage, true, derNamedBits(5))];
    const confined = make({ ...root, extensions: certSignOnly });
    await expect(verify(forgeCrl(order), confined)).rejects.toThrow('may not sign revocation lists');
    const unlisted = make({ ...root, extensions: [authorityExtensions()[0]!] });
    expect(await verify(forgeCrl(order), unlisted)).toBeDefined();
  });

  test('with a weak signature or key is refused', async () => {
    const sha1 = forgeCrl({ ...order, signature: SIGNATURES.ecdsaSha1 });
    await expect(verify(sha1)).rejects.toMatchObject({ code: 'unsupported_algorithm' });
    const short = { subject: 'Root', keys: newRsaKeys(1024) };
    const list = forgeCrl({ ...order, issuer: short, signature: SIGNATURES.rsa256 });
    const shortCertificate = make({ ...short, signature: SIGNATURES.rsa256 });
    await expect(verify(list, shortCertificate)).rejects.toThrow('too short');
  });
});

describe('a list that could be understood in two ways is not used', () => {
  test.each<[string, Partial<CrlOrder>, string]>([
    ['version 3', { version: 2 }, 'unknown version 2'],
    ['version 1 written out', { version: 0 }, 'unknown version 0'],
    ['extensions in version 1', { version: null, extensions: [crlNumber()] }, 'has no extensions'],
    [
      'entry extensions in version 1',
      { version: null, entries: [{ ...revoked, extensions: [reasonCode(1)] }] },
      'has no extensions',
    ],
    [
      'an end before its beginning',
      { nextUpdate: new Date(AT.getTime() - 1000) },
      'its nextUpdate is before',
    ],
    ['two signature algorithms', { outerAlgorithm: SIGNATURES.ecdsa384.algorithmDer }, 'algorithms differ'],
    [
      'changes alone',
      { extensions: [extension(OID.deltaCrlIndicator, true, derInteger(1))] },
      'a delta list',
    ],
    [
      'an unknown critical extension',
      { extensions: [extension('1.2.3.4', true, derNull())] },
      'extension 1.2.3.4',
    ],
    ['an extension twice', { extensions: [crlNumber(), crlNumber()] }, 'twice'],
    [
      'an entry of another issuer',
      { entries: [{ ...revoked, extensions: [extension('2.5.29.29', true, derSequence())] }] },
      'extension 2.5.29.29',
    ],
    [
      'an entry to be removed',
      { entries: [{ ...revoked, extensions: [reasonCode(REASON.removeFromCrl)] }] },
      '8 is not a known revocation reason',
    ],
    [
      'some reasons only',
      { extensions: [issuingPoint(derElement(0x83, Uint8Array.of(1, 2)))] },
      'limited in a way',
    ],
    ['indirect entries', { extensions: [issuingPoint(pointFlag(4))] }, 'limited in a way'],
    ['attribute certificates', { extensions: [issuingPoint(pointFlag(5))] }, 'limited in a way'],
    [
      'no certificates at all',
      { extensions: [issuingPoint(pointFlag(1), pointFlag(2))] },
      'limited in a way',
    ],
    [
      'an unknown restriction',
      { extensions: [issuingPoint(derElement(0x86, Uint8Array.of(0xff)))] },
      'unexpected',
    ],
    [
      'a serial number of a hundred bytes',
      { entriesDer: [derSequence(derInteger(new Uint8Array(100).fill(1)), derUtcTime(AT))] },
      'too long',
    ],
    ['an entry without a date', { entriesDer: [derSequence(derInteger(1))] }, 'runs past its end'],
    [
      'an entry with an extra field',
      { entriesDer: [derSequence(derInteger(1), derUtcTime(AT), derNull())] },
      'unexpected field',
    ],
    ['something else in the place of an entry', { entriesDer: [derNull()] }, 'tag 05'],
  ])('%s', async (_, part, message) => {
    await expect(verify(forgeCrl({ ...order, ...part }))).rejects.toThrow(message);
    await expect(verify(forgeCrl({ ...order, ...part }))).rejects.toBeInstanceOf(ProofError);
  });

  test('bytes after it, a piece of it, nothing, text', () => {
    const good = forgeCrl({ ...order, entries: [revoked] });
    for (const bad of [
      concatBytes(good, Uint8Array.of(0)),
      good.subarray(0, -1),
      good.subarray(0, 9),
      new Uint8Array(0),
      new TextEncoder().encode('<html>404</html>'),
    ]) {
      expect(() => decodeCrl(bad)).toThrow(ProofError);
    }
  });
});

describe('what a list is limited to', () => {
  const scopeOf = async (
    extensions: readonly Uint8Array[],
    certificate = unit,
  ): Promise<string | undefined> =>
    scopeProblem(await verify(forgeCrl({ ...order, extensions })), certificate);

  test('a part of the list covers only certificates that point to that part', async () => {
    expect(await scopeOf([issuingPoint(pointNamed(LIST_URL))])).toBeUndefined();
    expect(await scopeOf([issuingPoint(pointNamed('http://crl.example/part2.crl'))])).toContain('this part');
    const pointless = make({ ...unitOrder, extensions: unitExtensions() });
    expect(await scopeOf([issuingPoint(pointNamed(LIST_URL))], pointless)).toContain('this part');
  });

  test('a list of authorities says nothing about a unit, and the other way round', async () => {
    const middle = make({ ...unitOrder, extensions: authorityExtensions() });
    expect(await scopeOf([issuingPoint(pointFlag(1))])).toBeUndefined();
    expect(await scopeOf([issuingPoint(pointFlag(2))])).toContain('authorities alone');
    expect(await scopeOf([issuingPoint(pointFlag(1))], middle)).toContain('users alone');
    expect(await scopeOf([issuingPoint(pointFlag(2))], middle)).toBeUndefined();
  });

  test('a list says nothing about the certificates of another issuer', async () => {
    const stranger = make({ ...unitOrder, issuer: { ...root, subject: 'Other' } });
    expect(await scopeOf([], stranger)).toContain('another issuer');
  });
});

test('a list of megabytes is read in time proportional to its length', async () => {
  const entry = crlEntry({ serial: 2n ** 120n, at: AT, extensions: [reasonCode(REASON.superseded)] });
  const listOf = (count: number): Uint8Array => {
    const entries = new Uint8Array(count * entry.length);
    for (let i = 0; i < count; i += 1) {
      entries.set(entry, i * entry.length);
      new DataView(entries.buffer).setUint32(i * entry.length + 12, i);
    }
    return forgeCrl({ ...order, entriesDer: [entries] });
  };
  const [small, large] = [listOf(10_000), listOf(80_000)];
  expect(large.length).toBeGreaterThan(3_900_000);
  const timed = (der: Uint8Array): number => {
    const runs = Array.from({ length: 3 }, () => {
      const startedAt = cpuMs();
      expect(decodeCrl(der).entries.size).toBeGreaterThan(9_999);
      return cpuMs() - startedAt;
    });
    return Math.min(...runs);
  };
  timed(small);
  expect(timed(large) / timed(small)).toBeLessThan(24);
  expect(() => decodeCrl(large, { maxBytes: 1_000_000 })).toThrow('at most 1000000');
  expect(() => decodeCrl(new Uint8Array(9_000_000))).toThrow('at most');
});

describe("OpenSSL's lists", () => {
  const rsaRoot = { subject: 'Root', keys: newRsaKeys() };
  const extensions = [
    ...authorityExtensions(),
    extension(OID.subjectKeyId, false, derElement(0x04, new Uint8Array(20).fill(7))),
  ];
  const der = forgeCertificate({ ...rsaRoot, signature: SIGNATURES.rsa256, extensions });
  const issuer = { der, keys: rsaRoot.keys };
  const dates = { thisUpdate: AT, nextUpdate: new Date('2026-03-08T12:00:00Z') };

  test('are believed, with their reasons and dates', async () => {
    const issued = [
      { serial: 0x8003n, revoked: { at: revoked.at, reason: 'cessationOfOperation' } },
      { serial: 7n, revoked: { at: revoked.at } },
      { serial: 8n },
    ];
    const list = await verify(opensslCrl({ issuer, issued }, dates), decodeSigningCertificate(der));
    expect(list).toMatchObject(dates);
    expect(list.entries.size).toBe(2);
    expect(findRevocations(list, unit)).toEqual([{ at: revoked.at, reason: 'cessationOfOperation' }]);
    const other = make({ ...unitOrder, serial: 7n });
    expect(findRevocations(list, other)).toEqual([{ at: revoked.at, reason: undefined }]);
  });

  test('are refused if they are delta lists, and limited to the scope they state', async () => {
    const list = (text: string) =>
      verify(
        opensslCrl({ issuer, issued: [] }, { ...dates, extensions: text }),
        decodeSigningCertificate(der),
      );
    await expect(list('2.5.29.27=critical,DER:020101')).rejects.toThrow('a delta list');
    const point = `issuingDistributionPoint=critical,@p\n[p]\nfullname=URI:${LIST_URL}\nonlyuser=TRUE`;
    expect((await list(point)).scope.holders).toBe('users');
    expect(scopeProblem(await list(point), unit)).toBeUndefined();
    await expect(list(`${point}\nonlysomereasons=keyCompromise`)).rejects.toThrow('limited in a way');
    await expect(list(`${point}\nindirectCRL=TRUE`)).rejects.toThrow('limited in a way');
  });

  test('and ours read alike', () => {
    const text = opensslReads('crl', forgeCrl({ ...order, entries: [revoked], extensions: [crlNumber()] }));
    expect(text).toMatch(/Serial Number: 8003\s+Revocation Date: Feb {2}1 00:00:00 2026 GMT/);
  });
});

function crlNumber(): Uint8Array {
  return extension(OID.crlNumber, false, derInteger(77));
}
