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
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { derBoolean, derNamedBits, derNull, derSequence } from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { checkCertificateProfile } from '../timestamps/timestamp-checks.ts';
import { type ChainSearch, findChain } from './signing-chain.ts';
import { decodeSigningCertificate, type SigningCertificate } from './x509.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const root = { subject: 'Root', keys: newEcKeys() };
const middle = { subject: 'Middle', keys: newEcKeys() };
const lower = { subject: 'Lower', keys: newEcKeys() };
const unit = { subject: 'Unit', keys: newEcKeys() };

const make = (order: CertificateOrder): SigningCertificate =>
  decodeSigningCertificate(forgeCertificate(order));
const rootCertificate = make({ ...root, extensions: authorityExtensions() });
const middleOrder: CertificateOrder = {
  ...middle,
  issuer: root,
  serial: 2n,
  extensions: authorityExtensions(),
};
const unitOrder: CertificateOrder = { ...unit, issuer: middle, serial: 3n, extensions: unitExtensions() };

async function chainOf(
  signer: SigningCertificate,
  intermediates: readonly SigningCertificate[],
  options: { roots?: readonly SigningCertificate[]; at?: Date; signatureChecks?: number } = {},
): Promise<string> {
  const { roots = [rootCertificate], at = AT, signatureChecks = 24 } = options;
  const search: ChainSearch = {
    engine: nodeEngine,
    candidates: [],
    intermediates: () => intermediates,
    at,
    signatureChecksLeft: signatureChecks,
  };
  const found = await findChain(search, signer, {
    name: 'test',
    roots: roots.map(({ der }) => der),
    policies: 'any',
    toleratedQuirks: [],
    accredited: false,
  });
  if ('reason' in found) return found.reason;
  return found.problem ?? found.chain.map(({ subject }) => subject.commonName).join(' < ');
}

describe('a chain is found', () => {
  test('through intermediates in any order, despite unrelated certificates and look-alikes of an issuer', async () => {
    const impostor = make({
      ...middleOrder,
      keys: newEcKeys(),
      issuer: { subject: 'Root', keys: newEcKeys() },
    });
    const stranger = make({ subject: 'Stranger', keys: newEcKeys(), extensions: authorityExtensions() });
    const chain = await chainOf(make(unitOrder), [stranger, impostor, make(middleOrder)]);
    expect(chain).toBe('Unit < Middle < Root');
  });

  test('to a configured authority in the middle, and to the top where the top is configured too', async () => {
    const middleCertificate = make(middleOrder);
    const signer = make(unitOrder);
    expect(await chainOf(signer, [], { roots: [middleCertificate] })).toBe('Unit < Middle');
    expect(await chainOf(signer, [], { roots: [middleCertificate, rootCertificate] })).toBe(
      'Unit < Middle < Root',
    );
  });

  test('despite an expired second certificate for the same authority', async () => {
    const expired = make({ ...middleOrder, serial: 9n, notAfter: new Date('2024-01-01T00:00:00Z') });
    expect(await chainOf(make(unitOrder), [expired, make(middleOrder)])).toBe('Unit < Middle < Root');
  });

  test('up to the last moment of the last second of validity', async () => {
    const signer = make({ ...unitOrder, notAfter: new Date('2026-03-01T12:00:00Z') });
    const intermediates = [make(middleOrder)];
    expect(await chainOf(signer, intermediates, { at: new Date('2026-03-01T12:00:00.999Z') })).toContain(
      'Root',
    );
    expect(await chainOf(signer, intermediates, { at: new Date('2026-03-01T12:00:01Z') })).toContain(
      '"Unit" expired',
    );
  });
});

describe('P09 a chain is refused', () => {
  test('that ends at a self-signed copy of the root with another key', async () => {
    const copy = make({ ...root, keys: newEcKeys(), extensions: authorityExtensions() });
    expect(await chainOf(make({ ...unitOrder, issuer: root }), [], { roots: [copy] })).toContain(
      'was not signed by',
    );
  });

  test('whose root is only inside the token', async () => {
    const own = { subject: 'Own', keys: newEcKeys() };
    const ownRoot = make({ ...own, extensions: authorityExtensions() });
    expect(await chainOf(make({ ...unitOrder, issuer: own }), [ownRoot])).toContain(
      'no certificate leads from "Unit"',
    );
  });

  const viaMiddle = (changes: Partial<CertificateOrder>): Promise<string> =>
    chainOf(make(unitOrder), [make({ ...middleOrder, ...changes })]);
  const caWithout = (...extensions: Uint8Array[]): Partial<CertificateOrder> => ({ extensions });
  const isAuthority = extension(OID.basicConstraints, true, derSequence(derBoolean(true)));
  const signsCertificates = extension(OID.keyUsage, true, derNamedBits(5));

  test.each<[string, Partial<CertificateOrder>, string]>([
    [
      'an intermediate without basic constraints',
      caWithout(signsCertificates),
      'not a certification authority',
    ],
    ['an intermediate that is a unit', { extensions: unitExtensions() }, 'not a certification authority'],
    ['an intermediate without key usage', caWithout(isAuthority), 'may not sign certificates'],
    [
      'an intermediate that may only sign documents',
      caWithout(isAuthority, extension(OID.keyUsage, true, derNamedBits(0))),
      'may not sign certificates',
    ],
    [
      'an intermediate with an unknown critical extension',
      caWithout(...authorityExtensions(), extension('1.2.3', true, derNull())),
      'unknown critical extension',
    ],
    [
      'an intermediate for e-mail alone',
      caWithout(...authorityExtensions(), purposes(false, '1.3.6.1.5.5.7.3.4')),
      'not meant for time stamping',
    ],
    [
      'an intermediate that was not valid yet',
      { notBefore: new Date('2027-01-01T00:00:00Z') },
      'was not valid before',
    ],
    ['an intermediate that had expired', { notAfter: new Date('2025-01-01T00:00:00Z') }, '"Middle" expired'],
    ['an intermediate signed by SHA-1', { signature: SIGNATURES.ecdsaSha1 }, 'weak, unknown'],
    [
      'an intermediate signed by somebody else',
      { issuer: { subject: 'Root', keys: newEcKeys() } },
      'was not signed by',
    ],
  ])('with %s', async (_, changes, reason) => {
    expect(await viaMiddle(changes)).toContain(reason);
  });

  test('with an authority whose RSA key is short', async () => {
    const short = { subject: 'Short', keys: newRsaKeys(1024) };
    const shortRoot = make({ ...short, extensions: authorityExtensions(), signature: SIGNATURES.rsa256 });
    const signer = make({ ...unitOrder, issuer: short, signature: SIGNATURES.rsa256 });
    expect(await chainOf(signer, [], { roots: [shortRoot] })).toContain('too short');
  });

  test('that is longer than one of its authorities allows', async () => {
    const lowerCertificate = make({ ...lower, issuer: middle, extensions: authorityExtensions() });
    const signer = make({ ...unitOrder, issuer: lower });
    const limited = make({ ...middleOrder, extensions: authorityExtensions(0) });
    expect(await chainOf(signer, [lowerCertificate, limited])).toContain(
      'may not have 1 authorities below it',
    );
    expect(await chainOf(signer, [lowerCertificate, make(middleOrder)])).toBe('Unit < Lower < Middle < Root');
    expect(await chainOf(make(unitOrder), [limited])).toBe('Unit < Middle < Root');
  });

  test('without checking more signatures than the budget, however many look-alikes there are', async () => {
    const impostors = Array.from({ length: 30 }, (_, i) =>
      make({ ...middleOrder, keys: newEcKeys(), serial: BigInt(100 + i) }),
    );
    let checks = 0;
    const verify: CryptoEngine['verify'] = (input) => {
      checks += 1;
      return nodeEngine.verify(input);
    };
    const search: ChainSearch = {
      engine: { ...nodeEngine, verify },
      candidates: [],
      intermediates: () => impostors,
      at: AT,
      signatureChecksLeft: 24,
    };
    const profile = {
      name: 'test',
      roots: [rootCertificate.der],
      policies: 'any',
      toleratedQuirks: [],
      accredited: false,
    } as const;
    expect(await findChain(search, make(unitOrder), profile)).toHaveProperty('reason');
    expect(checks).toBeLessThanOrEqual(24);
  });

  test('and loops of authorities that sign each other end', async () => {
    const a = make({ ...middle, issuer: lower, extensions: authorityExtensions() });
    const b = make({ ...lower, issuer: middle, extensions: authorityExtensions() });
    expect(await chainOf(make(unitOrder), [a, b])).toContain('no certificate leads');
  });
});

test("an unmarked certificate below a provider's own authority may be any citizen's and is never tolerated", () => {
  const citizen = make({ ...unitOrder, extensions: [] });
  const provider = make({ ...unitOrder, issuer: root, extensions: [] });
  expect(checkCertificateProfile(provider, [provider, rootCertificate])).toMatchObject({
    outcome: 'fail',
    quirk: 'eku_missing',
  });
  const finding = checkCertificateProfile(citizen, [citizen, make(middleOrder), rootCertificate]);
  expect(finding.outcome).toBe('fail');
  expect(finding.quirk).toBeUndefined();
});
