import { describe, expect, test } from 'vitest';
import {
  authorityExtensions,
  type CertificateOrder,
  extension,
  forgeCertificate,
  newEcKeys,
  newRsaKeys,
  purposes,
  SIGNATURES,
  unitExtensions,
} from '../../../tests/harness/forge.ts';
import {
  forgeOcsp,
  nonceOf,
  type OcspOrder,
  REASON,
  refusedOcsp,
} from '../../../tests/harness/forge-revocation.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { opensslOcsp, opensslReads } from '../../../tests/harness/openssl-revocation.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes } from '../encoding/bytes.ts';
import {
  derEnumerated,
  derExplicit,
  derNamedBits,
  derNull,
  derOctetString,
  derOid,
  derSequence,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import { encodeOcspRequest, type OcspAnswer, verifyOcspResponse } from './ocsp.ts';
import { decodeSigningCertificate, type SigningCertificate } from './x509.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const DAY_MS = 86_400_000;
const root = { subject: 'Root', keys: newEcKeys() };
const make = (order: CertificateOrder): SigningCertificate =>
  decodeSigningCertificate(forgeCertificate(order));
const issuer = make({ ...root, extensions: authorityExtensions() });
const unitOrder = { subject: 'Unit', keys: newEcKeys(), issuer: root, serial: 0x8003n };
const certificate = make({ ...unitOrder, extensions: unitExtensions() });
const nonce = new Uint8Array(16).fill(9);
const question = { certificate, issuer, nonce };
const order: OcspOrder = { issuer: root, serial: 0x8003n, thisUpdate: AT };

const responder = { subject: 'Responder', keys: newEcKeys() };
const responderOrder: CertificateOrder = {
  ...responder,
  issuer: root,
  serial: 5n,
  extensions: [extension(OID.keyUsage, true, derNamedBits(0)), purposes(false, OID.ocspSigning)],
};

const verify = (der: Uint8Array, asked = question, now = AT): Promise<OcspAnswer> =>
  verifyOcspResponse(nodeEngine, der, asked, now);
const delegated = (part: Partial<CertificateOrder> = {}): Uint8Array =>
  forgeOcsp({ ...order, responder, certificates: [forgeCertificate({ ...responderOrder, ...part })] });

test('OpenSSL reads certificate and nonce from the request', async () => {
  const request = await encodeOcspRequest(nodeEngine, question);
  expect(nonceOf(request)).toEqual(nonce);
  const text = opensslReads('ocsp-request', request);
  expect(text).toContain('Hash Algorithm: sha1');
  expect(text).toContain('Serial Number: 8003');
  expect(text).toMatch(/OCSP Nonce:\s+0410(09){16}/i);
  const plain = await encodeOcspRequest(nodeEngine, { certificate, issuer });
  expect(nonceOf(plain)).toBeUndefined();
  expect(opensslReads('ocsp-request', plain)).not.toContain('Nonce');
});

describe('an answer of the issuer itself', () => {
  test.each([
    ['node:crypto', nodeEngine],
    ['WebCrypto', webCryptoEngine],
  ])('is believed under %s', async (_, engine) => {
    const answer = await verifyOcspResponse(engine, forgeOcsp({ ...order, nonce }), question, AT);
    expect(answer).toMatchObject({
      status: 'good',
      revocation: undefined,
      producedAt: AT,
      thisUpdate: AT,
      nextUpdate: new Date('2026-03-01T13:00:00Z'),
      certificateDer: certificate.der,
    });
  });

  test('says revoked with date and reason, or that it does not know', async () => {
    const status = { revokedAt: AT, reason: REASON.keyCompromise };
    expect(await verify(forgeOcsp({ ...order, status }))).toMatchObject({
      status: 'revoked',
      revocation: { at: AT, reason: 'keyCompromise' },
    });
    expect(await verify(forgeOcsp({ ...order, status: { revokedAt: AT } }))).toMatchObject({
      status: 'revoked',
      revocation: { at: AT, reason: undefined },
    });
    expect(await verify(forgeOcsp({ ...order, status: 'unknown' }))).toMatchObject({ status: 'unknown' });
  });

  test('may name itself by its key, certificates by SHA-256, and leave out nonce and nextUpdate', async () => {
    const der = forgeOcsp({ ...order, responderId: 'key', hash: 'sha256', nextUpdate: null });
    expect(await verify(der)).toMatchObject({ status: 'good', nextUpdate: undefined });
  });

  test('made for another request is refused as a replay', async () => {
    const old = forgeOcsp({ ...order, nonce: new Uint8Array(16).fill(8) });
    await expect(verify(old)).rejects.toThrow('its nonce is not ours');
    expect(await verifyOcspResponse(nodeEngine, old, { certificate, issuer }, AT)).toMatchObject({
      status: 'good',
    });
  });

  test('about another certificate or another issuer is refused', async () => {
    await expect(verify(forgeOcsp({ ...order, serial: 6n }))).rejects.toThrow('another certificate');
    const namesake = { subject: 'Root', keys: newEcKeys() };
    const swapped = forgeOcsp({ ...order, issuer: namesake, responder: root });
    await expect(verify(swapped)).rejects.toThrow('another certificate');
  });

  test('is found among many statements, and refused if it is there twice', async () => {
    const other = (single: Uint8Array): Uint8Array => {
      const copy = new Uint8Array(single);
      copy[single.indexOf(0x80, 60)]! ^= 0x01;
      return copy;
    };
    const among = forgeOcsp({ ...order, singles: (single) => [other(single), single, other(single)] });
    expect(await verify(among)).toMatchObject({ status: 'good' });
    const twice = forgeOcsp({ ...order, singles: (single) => [single, single] });
    await expect(verify(twice)).rejects.toThrow('two statements');
    await expect(verify(forgeOcsp({ ...order, singles: () => [] }))).rejects.toThrow('another certificate');
  });

  test('signed with another key is refused', async () => {
    const forged = forgeOcsp({ ...order, responder: { subject: 'Root', keys: newEcKeys() } });
    await expect(verify(forged)).rejects.toThrow('the signature is not that of "Root"');
    await expect(verify(forgeOcsp({ ...order, signature: SIGNATURES.ecdsaSha1 }))).rejects.toMatchObject({
      code: 'unsupported_algorithm',
    });
  });
});

describe('an answer of a responder that the issuer delegated to', () => {
  test('is believed', async () => {
    expect(await verify(delegated())).toMatchObject({ status: 'good' });
    const byKey = forgeOcsp({
      ...order,
      responder,
      responderId: 'key',
      certificates: [issuer.der, forgeCertificate(responderOrder)],
    });
    expect(await verify(byKey)).toMatchObject({ status: 'good' });
  });

  test.each<[string, Partial<CertificateOrder>, string]>([
    ['is not marked for OCSP signing', { extensions: unitExtensions() }, 'not marked for OCSP signing'],
    ['has no purposes at all', { extensions: [] }, 'not marked for OCSP signing'],
    [
      'may do anything but answer',
      { extensions: [purposes(false, OID.anyExtendedKeyUsage)] },
      'not marked for OCSP signing',
    ],
    [
      'has a key that may not sign',
      {
        extensions: [purposes(false, OID.ocspSigning), extension(OID.keyUsage, true, derNamedBits(2))],
      },
      'may not sign',
    ],
    ['is of another issuer', { issuer: { subject: 'Other', keys: newEcKeys() } }, "another issuer's"],
    ['is of a namesake of the issuer', { issuer: { subject: 'Root', keys: newEcKeys() } }, 'not that of'],
    ['issued itself', { issuer: responder }, "another issuer's"],
    ['has expired', { notAfter: new Date(AT.getTime() - DAY_MS) }, 'not valid now'],
    ['is yet to begin', { notBefore: new Date(AT.getTime() + DAY_MS) }, 'not valid now'],
    [
      'has an unknown critical extension',
      { extensions: [purposes(false, OID.ocspSigning), extension('1.2.3.4', true, derNull())] },
      'extension 1.2.3.4',
    ],
  ])('is refused where the responder %s', async (_, part, message) => {
    await expect(verify(delegated(part))).rejects.toThrow(message);
  });

  test('is refused if its certificate is missing, or if the unit answers about itself', async () => {
    await expect(verify(forgeOcsp({ ...order, responder }))).rejects.toThrow('nor among its certificates');
    const own = forgeOcsp({ ...order, responder: unitOrder, certificates: [certificate.der] });
    await expect(verify(own)).rejects.toThrow('not marked for OCSP signing');
  });

  test('is not looked for among hundreds of certificates', async () => {
    const many = [...Array<Uint8Array>(40).fill(issuer.der), forgeCertificate(responderOrder)];
    await expect(verify(forgeOcsp({ ...order, responder, certificates: many }))).rejects.toThrow('nor among');
  });
});

describe('an invalid answer', () => {
  test.each([
    [1, 'malformedRequest'],
    [2, 'internalError'],
    [3, 'tryLater'],
    [5, 'sigRequired'],
    [6, 'unauthorized'],
    [4, '4'],
  ])('a refusal with status %i is told by its name', async (status, name) => {
    await expect(verify(refusedOcsp(status))).rejects.toThrow(`the responder refused (${name})`);
  });

  test.each<[string, Uint8Array]>([
    ['success without an answer', derSequence(derEnumerated(0))],
    [
      'another kind of response',
      derSequence(
        derEnumerated(0),
        derExplicit(0, derSequence(derOid('1.2.3.4'), derOctetString(forgeOcsp(order)))),
      ),
    ],
    ['trailing bytes', concatBytes(forgeOcsp(order), Uint8Array.of(0))],
    ['half of it', forgeOcsp(order).subarray(0, 200)],
    ['nothing', new Uint8Array(0)],
    ['text', new TextEncoder().encode('<html>502 Bad Gateway</html>')],
    ['two hundred kilobytes', new Uint8Array(200_000)],
    ['an unknown critical extension', forgeOcsp({ ...order, extensions: [critical()] })],
    [
      'an unknown critical extension of the statement',
      forgeOcsp({ ...order, singleExtensions: [critical()] }),
    ],
    ['an end before its beginning', forgeOcsp({ ...order, nextUpdate: new Date(AT.getTime() - 1000) })],
    ['an unknown reason', forgeOcsp({ ...order, status: { revokedAt: AT, reason: 7 } })],
  ])('%s is refused', async (_, der) => {
    await expect(verify(der)).rejects.toBeInstanceOf(ProofError);
  });
});

describe("OpenSSL's responder", () => {
  // The answers of OpenSSL's responder have the machine's time, so all times here are relative to that.
  const now = new Date();
  const dates = { notBefore: new Date(now.getTime() - DAY_MS), notAfter: new Date(now.getTime() + DAY_MS) };
  const rsa = { ...dates, subject: 'Root', keys: newRsaKeys(), signature: SIGNATURES.rsa256 };
  const rootDer = forgeCertificate({ ...rsa, extensions: authorityExtensions() });
  const byRoot = { ...dates, issuer: rsa, signature: SIGNATURES.rsa256 };
  const unit = make({ ...unitOrder, ...byRoot, extensions: unitExtensions() });
  const revokedAt = new Date(Math.floor(now.getTime() / 1000) * 1000 - 3_600_000);
  const issued = [
    { serial: 0x8003n },
    { serial: 6n, revoked: { at: revokedAt, reason: 'superseded' } },
    { serial: 7n, revoked: { at: revokedAt } },
  ];
  const authority = { issuer: { der: rootDer, keys: rsa.keys }, issued };

  const ask = async (
    serial: bigint,
    options: Parameters<typeof opensslOcsp>[2] = {},
  ): Promise<OcspAnswer> => {
    const asked = {
      certificate: serial === 0x8003n ? unit : make({ ...unitOrder, ...byRoot, serial }),
      issuer: decodeSigningCertificate(rootDer),
      nonce,
    };
    const request = await encodeOcspRequest(nodeEngine, asked);
    return verifyOcspResponse(nodeEngine, opensslOcsp(authority, request, options), asked, new Date());
  };

  test('tells good, revoked and unknown', async () => {
    const good = await ask(0x8003n);
    expect(good.status).toBe('good');
    expect(good.nextUpdate!.getTime() - good.thisUpdate.getTime()).toBe(600_000);
    expect(await ask(6n, { byKey: true })).toMatchObject({
      status: 'revoked',
      revocation: { at: revokedAt, reason: 'superseded' },
    });
    expect((await ask(7n)).revocation).toEqual({ at: revokedAt, reason: undefined });
    expect((await ask(8n)).status).toBe('unknown');
  });

  test('is accepted in place of the issuer only if its certificate is marked for it', async () => {
    const keys = newEcKeys();
    const withMark = forgeCertificate({
      ...byRoot,
      subject: 'R',
      keys,
      extensions: responderOrder.extensions!,
    });
    expect((await ask(6n, { responder: { der: withMark, keys } })).status).toBe('revoked');
    const without = forgeCertificate({ ...byRoot, subject: 'R', keys, extensions: unitExtensions() });
    await expect(ask(6n, { responder: { der: without, keys } })).rejects.toThrow('not marked for OCSP');
  });
});

function critical(): Uint8Array {
  return extension('1.2.3.4', true, derNull());
}
