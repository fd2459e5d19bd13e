import { type Evidence, encodeKeptAnswers, encodeUtf8, verifyEvidence } from '@sello/proof';
import { expect, test } from 'vitest';
import { REASON, reasonCode } from '../../../tests/harness/forge-revocation.ts';
import { forgeProvider, UNIT_SERIAL } from '../../../tests/harness/forged-provider.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { stampIntoLog } from '../../../tests/harness/renewed-token.ts';
import { isTranslated, warningText } from './check-text.ts';
import { CHECK_NAMES } from './check-titles.ts';

const day = (text: string): Date => new Date(`${text}T12:00:00Z`);

test('whatever is said of keys that have ended is said in Spanish too', async () => {
  const provider = await forgeProvider({ name: 'PSC' });
  const other = await forgeProvider({ name: 'Other PSC', notAfter: day('2049-01-01') });
  const { tsr, digest, logKey, renew } = await stampIntoLog(provider, day('2026-11-16'));
  const listed = (at: Date, reason: number) =>
    encodeUtf8(
      encodeKeptAnswers([
        {
          kind: 'crl',
          der: provider.crl({
            thisUpdate: day('2028-06-01'),
            entries: [{ serial: UNIT_SERIAL, at, extensions: [reasonCode(reason)] }],
          }),
        },
      ]),
    );
  const clean = encodeUtf8(
    encodeKeptAnswers([
      { kind: 'crl', der: provider.crl({ thisUpdate: day('2026-11-17') }) },
      { kind: 'ocsp', der: provider.ocsp({ thisUpdate: day('2026-11-17') }) },
    ]),
  );
  const early = await renew(other, day('2026-11-17'));
  const late = await renew(other, day('2029-01-01'));
  const compromised = listed(day('2028-05-01'), REASON.keyCompromise);
  const broken = [{ algorithm: 'ECDSA' as const, since: day('2030-01-01') }];
  const cases: Partial<Evidence>[] = [
    {},
    { now: day('2027-01-01') },
    { broken },
    ...[[], [early], [late], [early, late]].flatMap((renewals) =>
      [undefined, clean, compromised, listed(day('2028-05-01'), REASON.superseded)].map((revocation) => ({
        lasting: { renewals, revocation },
      })),
    ),
    { lasting: { renewals: [], revocation: listed(day('2026-11-01'), REASON.superseded) } },
    { lasting: { renewals: [await renew(other, day('2026-11-01'))], revocation: undefined } },
    { lasting: { renewals: [{ ...early, checkpoint: encodeUtf8('x') }], revocation: undefined } },
  ];
  for (const given of cases) {
    const evidence = { tsr, digest: async () => digest, now: day('2046-06-01'), logKeys: [logKey], ...given };
    const verdict = await verifyEvidence(nodeEngine, evidence, [provider.profile, other.profile]);
    for (const { name, because, outcome } of verdict.checks) {
      expect(CHECK_NAMES).toContain(name);
      if (outcome !== 'fail' || name === 'timestamp.keys')
        expect([because, isTranslated(because)]).toEqual([because, true]);
    }
    for (const { code, message } of verdict.warnings) {
      expect(warningText(code, message, 'es')).not.toBe(message);
    }
  }
});
