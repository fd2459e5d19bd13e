import { expect, test } from 'vitest';
import {
  authorityExtensions,
  forgeCertificate,
  forgeToken,
  issuerAndSerial,
  newEcKeys,
} from '../../../tests/harness/forge.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readCertificates } from '../../../tests/harness/read-vector.ts';
import { acr2SeProfile, ECONOMIA_ARC, isInEconomiaArc, NOM151_POLICIES } from './nom151.ts';
import { verifyTimestamp } from './timestamp-verify.ts';

test('the arc is compared number by number, not as a text prefix', () => {
  expect(isInEconomiaArc(`${ECONOMIA_ARC}.100.2.1.2.1.1`)).toBe(true);
  expect(isInEconomiaArc(`${ECONOMIA_ARC}0.1`)).toBe(false);
  expect(isInEconomiaArc(ECONOMIA_ARC)).toBe(false);
  expect(isInEconomiaArc('1.16.484.101.10.316.1.2')).toBe(false);
});

test('the accredited profile trusts ACR2-SE alone, for constancias and not for plain time stamps', () => {
  const profile = acr2SeProfile();
  expect(profile.roots).toEqual(readCertificates('ACR2_SE'));
  expect(profile.accredited).toBe(true);
  const plainStamps = NOM151_POLICIES.filter(({ service }) => service === 'time_stamp').map(({ oid }) => oid);
  expect(plainStamps).not.toHaveLength(0);
  for (const oid of plainStamps) expect(profile.policies).not.toContain(oid);
  for (const { oid } of NOM151_POLICIES) expect(isInEconomiaArc(oid)).toBe(true);
});

test("P09 a citizen's certificate from a provider below the accredited root cannot stamp time", async () => {
  const root = { subject: 'Economía', keys: newEcKeys() };
  const provider = { subject: 'Provider', keys: newEcKeys() };
  const citizen = { subject: 'Citizen', keys: newEcKeys() };
  const rootDer = forgeCertificate({ ...root, extensions: authorityExtensions() });
  const providerDer = forgeCertificate({ ...provider, issuer: root, extensions: authorityExtensions() });
  const profile = { ...acr2SeProfile(), roots: [rootDer], policies: 'any' } as const;
  const stamp = (signerDer: Uint8Array, issuer: string): Uint8Array =>
    forgeToken({
      signerDer,
      signerKeys: citizen.keys,
      sid: issuerAndSerial(issuer, 5n),
      certificates: [signerDer, providerDer],
    });

  const byProvider = stamp(forgeCertificate({ ...citizen, issuer: provider, serial: 5n }), 'Provider');
  const refused = await verifyTimestamp(nodeEngine, byProvider, {}, [profile]);
  expect(refused).toMatchObject({ verdict: 'untrusted', accredited: false });
  expect(refused.checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name)).toEqual([
    'certificate_profile',
  ]);
  const byRoot = stamp(forgeCertificate({ ...citizen, issuer: root, serial: 5n }), 'Economía');
  expect(await verifyTimestamp(nodeEngine, byRoot, {}, [profile])).toMatchObject({ verdict: 'trusted' });
});
