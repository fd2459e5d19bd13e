import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readCertificates, readVector } from '../../../tests/harness/read-vector.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, parseHex } from '../encoding/bytes.ts';
import type { Quirk, TrustProfile } from '../x509/trust-profile.ts';
import { acr2SeProfile } from './nom151.ts';
import type { CheckName, ExpectedTimestamp } from './timestamp-checks.ts';
import type { TimestampVerdict } from './timestamp-verdict.ts';
import { verifyTimestamp } from './timestamp-verify.ts';

const ENGINES: [string, CryptoEngine][] = [
  ['WebCrypto', webCryptoEngine],
  ['node:crypto', nodeEngine],
];

function strict(root: string, changes: Partial<TrustProfile> = {}): TrustProfile {
  const roots = readCertificates(root);
  return { name: root, roots, policies: 'any', toleratedQuirks: [], accredited: false, ...changes };
}

function sha256(hex: string): ExpectedTimestamp {
  return { digest: { algorithm: 'SHA-256', value: parseHex(hex)! } };
}

function dataOf(file: string, algorithm: 'SHA-256' | 'SHA-512' = 'SHA-256'): ExpectedTimestamp {
  const value = createHash(algorithm.replace('-', '')).update(readVector(file)).digest();
  return { digest: { algorithm, value: new Uint8Array(value) } };
}

function failed({ checks }: TimestampVerdict): CheckName[] {
  return checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);
}

function codes({ warnings }: TimestampVerdict): Quirk[] {
  return warnings.map(({ code }) => code);
}

const ADVANTAGE_2018 = sha256('6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e');
const ADVANTAGE_2022 = sha256('686eeb3d32fc2e2517845e4d82cd19a41e84b326aa489a8a4dc41c9648942f1f');
const ADVANTAGE_POLICY = '2.16.484.101.10.316.2.1.1.2.1';

describe.each(ENGINES)('on %s', (_, engine) => {
  const verify = (
    file: string,
    expected: ExpectedTimestamp,
    ...trust: TrustProfile[]
  ): Promise<TimestampVerdict> => verifyTimestamp(engine, readVector(file), expected, trust);

  describe('P10 genuine constancias', () => {
    test.each<[string, ExpectedTimestamp, Quirk[]]>([
      [
        'nom151/advantage-2018-07-18.tsr',
        ADVANTAGE_2018,
        ['negative_serial', 'signing_time_syntax', 'ess_mismatch', 'eku_missing'],
      ],
      [
        'nom151/advantage-2022-06-07.tsr',
        ADVANTAGE_2022,
        ['signing_time_syntax', 'ess_mismatch', 'eku_missing'],
      ],
    ])('%s is accredited, each quirk a named warning', async (file, expected, warnings) => {
      const verdict = await verify(file, { ...expected, policy: ADVANTAGE_POLICY }, acr2SeProfile());
      expect(failed(verdict)).toEqual([]);
      expect(verdict).toMatchObject({ verdict: 'trusted', profile: 'ACR2-SE', accredited: true });
      expect(codes(verdict)).toEqual(warnings);
      expect(verdict.chain.map(({ serialHex }) => serialHex)).toEqual(['2c', '01']);
    });

    test('without the tolerance the same quirks are failed checks', async () => {
      const intolerant = { ...acr2SeProfile(), toleratedQuirks: [] };
      const verdict = await verify('nom151/advantage-2018-07-18.tsr', ADVANTAGE_2018, intolerant);
      expect(failed(verdict)).toEqual(['structure', 'time_syntax', 'ess_certificate', 'certificate_profile']);
      expect(verdict).toMatchObject({
        verdict: 'untrusted',
        profile: 'ACR2-SE',
        accredited: false,
        warnings: [],
      });
    });

    test.each<[Quirk, CheckName]>([
      ['negative_serial', 'structure'],
      ['signing_time_syntax', 'time_syntax'],
      ['ess_mismatch', 'ess_certificate'],
      ['eku_missing', 'certificate_profile'],
    ])('%s alone, not tolerated, fails %s', async (quirk, check) => {
      const profile = acr2SeProfile();
      const toleratedQuirks = profile.toleratedQuirks.filter((tolerated) => tolerated !== quirk);
      const verdict = await verify('nom151/advantage-2018-07-18.tsr', ADVANTAGE_2018, {
        ...profile,
        toleratedQuirks,
      });
      expect(failed(verdict)).toEqual([check]);
      expect(verdict.verdict).toBe('untrusted');
    });

    test('a nonce that was sent and did not come back is a warning where tolerated, a failure elsewhere', async () => {
      const expected = { ...ADVANTAGE_2022, nonce: 1n };
      const tolerant = await verify('nom151/advantage-2022-06-07.tsr', expected, acr2SeProfile());
      expect(tolerant.verdict).toBe('trusted');
      expect(codes(tolerant)).toContain('nonce_absent');
      const elsewhere = await verify(
        'commercial/digicert-2021.tsr',
        { nonce: 1n },
        strict('DigiCert_Assured_ID_Root_CA'),
      );
      expect(failed(elsewhere)).toEqual(['nonce']);
    });

    test('an unknown policy of the Economía arc is a warning where tolerated, a failure elsewhere', async () => {
      const unlisted = { ...acr2SeProfile(), policies: ['2.16.484.101.10.316.100.2.1.2.1.1'] };
      const verdict = await verify('nom151/advantage-2022-06-07.tsr', ADVANTAGE_2022, unlisted);
      expect(verdict).toMatchObject({ verdict: 'trusted', accredited: true });
      expect(codes(verdict)).toContain('policy_unknown_in_arc');
      const toleratedQuirks = unlisted.toleratedQuirks.filter((quirk) => quirk !== 'policy_unknown_in_arc');
      const refused = await verify('nom151/advantage-2022-06-07.tsr', ADVANTAGE_2022, {
        ...unlisted,
        toleratedQuirks,
      });
      expect(failed(refused)).toEqual(['policy']);
    });

    test('the first profile that is satisfied decides when several share a root', async () => {
      const other = { ...acr2SeProfile(), name: 'another PSC', policies: ['1.2.3'], toleratedQuirks: [] };
      const verdict = await verify('nom151/advantage-2022-06-07.tsr', ADVANTAGE_2022, other, acr2SeProfile());
      expect(verdict).toMatchObject({ verdict: 'trusted', profile: 'ACR2-SE' });
    });
  });

  describe('constancias that are not genuine', () => {
    const pilot = { ...acr2SeProfile(), name: 'pilot', roots: readCertificates('advantage-pilot-test-root') };

    test('the pilot token fails at its own time even with its own root: the signer had expired', async () => {
      const verdict = await verify(
        'nom151/advantage-pilot-2022-11-30.tsr',
        {},
        { ...pilot, policies: 'any' },
      );
      expect(failed(verdict)).toEqual(['chain']);
      expect(verdict.checks.at(-1)?.because).toContain('expired on 2022-08-17');
    });

    test("the pilot's policy is outside the arc, so the accredited profile refuses it", async () => {
      const verdict = await verify('nom151/advantage-pilot-2022-11-30.tsr', {}, pilot);
      expect(failed(verdict)).toEqual(['policy', 'chain']);
    });

    test('the pilot token has no chain to the real root', async () => {
      const verdict = await verify('nom151/advantage-pilot-2022-11-30.tsr', {}, acr2SeProfile());
      expect(failed(verdict)).toContain('chain');
      expect(verdict).toMatchObject({ profile: undefined, accredited: false, chain: [] });
    });

    test('a constancia of 2002 is refused by its name', async () => {
      const verdict = await verify('nom151/legacy-nom151-2002-format.ber', {}, acr2SeProfile());
      expect(failed(verdict)).toEqual(['structure']);
      expect(verdict.checks[0]?.because).toContain('NOM-151-SCFI-2002');
      expect(verdict.checks[0]?.because).toContain('not an RFC 3161');
    });
  });

  describe('the test unit of PSC World, with an attribute certificate in its token', () => {
    const file = 'nom151/pscworld-test-2024-03-12.tsr';
    const expected = {
      ...dataOf('nom151/pscworld-test-2024-03-12.data.txt'),
      policy: '1.3.6.1.4.1.601.10.3.1',
    };

    test('is accepted by a profile that lists the quirk', async () => {
      const profile = strict('pscworld-test-selfsigned', {
        policies: ['1.3.6.1.4.1.601.10.3.1'],
        toleratedQuirks: ['attribute_certificate_ignored'],
      });
      const verdict = await verify(file, expected, profile);
      expect(verdict.verdict).toBe('trusted');
      expect(codes(verdict)).toEqual(['attribute_certificate_ignored']);
    });

    test('is refused by one that does not', async () => {
      expect(failed(await verify(file, expected, strict('pscworld-test-selfsigned')))).toEqual(['structure']);
    });
  });

  test.each<[string, string, ExpectedTimestamp]>([
    [
      'commercial/digicert-2024.tsr',
      'DigiCert_Trusted_Root_G4',
      { ...dataOf('commercial/digicert-2024.data.txt'), nonce: 0x0191e5613fcen },
    ],
    [
      'commercial/digicert-2021.tsr',
      'DigiCert_Assured_ID_Root_CA',
      sha256('2b060b17961b016885a0a5bfa775bfe3ad6ef2291ba86ec370f618c725410f74'),
    ],
    ['commercial/globalsign-2021.tsr', 'GlobalSign_Root_R3', dataOf('commercial/globalsign-2021.data.txt')],
    [
      'commercial/globalsign-2021-token-only.tst',
      'GlobalSign_Root_R3',
      dataOf('commercial/globalsign-2021.data.txt'),
    ],
    ['commercial/freetsa-2024.tsr', 'freetsa_cacert', dataOf('commercial/freetsa-2024.data.txt', 'SHA-512')],
    ['sigstore-staging/response-sha256.tsr', 'sigstage_chain', dataOf('sigstore-staging/hello.data.txt')],
    [
      'sigstore-staging/response-sha512.tsr',
      'sigstage_chain',
      dataOf('sigstore-staging/hello.data.txt', 'SHA-512'),
    ],
    [
      'sigstore-staging/response-no-embedded-cert.tsr',
      'sigstage_chain',
      dataOf('sigstore-staging/hello.data.txt'),
    ],
    [
      'sigstore-staging/local-tsa-response.tsr',
      'trailofbits_test_tsa_chain',
      { ...dataOf('sigstore-staging/hello.data.txt', 'SHA-512'), nonce: 3937359519792308179n },
    ],
  ])('%s is trusted strictly, without a warning', async (file, root, expected) => {
    const verdict = await verify(file, expected, strict(root));
    expect(failed(verdict)).toEqual([]);
    expect(verdict).toMatchObject({ verdict: 'trusted', warnings: [], profile: root, accredited: false });
  });

  test("Microsoft's token reads well but leads to no root that is held here", async () => {
    const verdict = await verify(
      'commercial/microsoft-2024-token-only.tst',
      {},
      strict('DigiCert_Trusted_Root_G4'),
    );
    expect(failed(verdict)).toEqual(['chain']);
  });

  test.each<[string, string, CheckName[]]>([
    ['negative/invalid-signature.tsr', 'sigstage_chain', ['signature']],
    ['negative/rejected-bad-alg.tsr', 'sigstage_chain', ['status']],
    ['negative/sigstore-unparseable.tsr', 'sigstore_mock_chain', ['structure']],
    [
      'negative/globalsign-mismatched-ess-certhash.tst',
      'GlobalSign_Root_R3',
      ['signature', 'ess_certificate'],
    ],
    ['negative/globalsign-no-cert.tst', 'GlobalSign_Root_R3', ['signer_certificate']],
    ['negative/globalsign-invalid-tstinfo.tst', 'GlobalSign_Root_R3', ['structure']],
  ])('P09 %s is refused', async (file, root, checks) => {
    const verdict = await verify(file, {}, strict(root));
    expect(verdict).toMatchObject({ verdict: 'untrusted', accredited: false });
    expect(failed(verdict)).toEqual(checks);
  });

  test('P09 injected certificates change neither signer nor chain', async () => {
    const profile = strict('trailofbits_test_tsa_chain');
    const clean = await verify('sigstore-staging/local-tsa-response.tsr', {}, profile);
    const injected = await verify('negative/injected-certs.tsr', {}, profile);
    expect(injected.verdict).toBe('trusted');
    expect(injected.token?.certificates).toHaveLength(3);
    expect(injected.chain.map(({ der }) => encodeHex(der))).toEqual(
      clean.chain.map(({ der }) => encodeHex(der)),
    );
  });

  test.each<[string, ExpectedTimestamp, CheckName]>([
    ['another document', sha256('00'.repeat(32)), 'imprint'],
    [
      'the same document under another digest algorithm',
      dataOf('commercial/digicert-2024.data.txt', 'SHA-512'),
      'imprint',
    ],
    ['another nonce', { nonce: 0x0191e5613fcfn }, 'nonce'],
    ['another nonce in bytes', { nonce: parseHex('0191e5613fcf')! }, 'nonce'],
    ['another policy', { policy: '1.2.3' }, 'policy'],
    [
      'a clock more than five minutes ahead',
      { time: { at: new Date('2024-09-12T08:42:22Z'), toleranceMs: 300_000 } },
      'gen_time',
    ],
    [
      'a clock more than five minutes behind',
      { time: { at: new Date('2024-09-12T08:32:20Z'), toleranceMs: 300_000 } },
      'gen_time',
    ],
  ])('P09 a good token is refused for %s', async (_name, expected, check) => {
    const verdict = await verify(
      'commercial/digicert-2024.tsr',
      expected,
      strict('DigiCert_Trusted_Root_G4'),
    );
    expect(verdict.verdict).toBe('untrusted');
    expect(failed(verdict)).toEqual([check]);
  });

  test('a good token agrees with its own nonce as bytes and with a clock five minutes off', async () => {
    const expected = {
      nonce: parseHex('00000191e5613fce')!,
      time: { at: new Date('2024-09-12T08:42:21Z'), toleranceMs: 300_000 },
    };
    const verdict = await verify(
      'commercial/digicert-2024.tsr',
      expected,
      strict('DigiCert_Trusted_Root_G4'),
    );
    expect(verdict.verdict).toBe('trusted');
  });

  test('nothing is trusted without a root', async () => {
    const verdict = await verify('commercial/digicert-2024.tsr', {});
    expect(failed(verdict)).toEqual(['chain']);
    expect(verdict.checks.find(({ name }) => name === 'policy')?.outcome).toBe('skipped');
  });
});

test('every verdict lists all checks, each once and in the same order', async () => {
  const verdicts = await Promise.all(
    [
      'commercial/digicert-2024.tsr',
      'negative/rejected-bad-alg.tsr',
      'negative/sigstore-unparseable.tsr',
      'negative/globalsign-no-cert.tst',
    ].map((file) => verifyTimestamp(nodeEngine, readVector(file), {}, [strict('DigiCert_Trusted_Root_G4')])),
  );
  expect(new Set(verdicts.map(({ checks }) => checks.map(({ name }) => name).join()))).toEqual(
    new Set([
      'structure,status,imprint,nonce,policy,gen_time,time_syntax,signer_certificate,message_digest,signature,ess_certificate,certificate_profile,chain',
    ]),
  );
});
