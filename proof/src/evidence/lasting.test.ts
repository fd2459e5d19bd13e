import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { extension } from '../../../tests/harness/forge.ts';
import { REASON, reasonCode } from '../../../tests/harness/forge-revocation.ts';
import { type ForgedProvider, forgeProvider, UNIT_SERIAL } from '../../../tests/harness/forged-provider.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { type RenewedToken, stampIntoLog } from '../../../tests/harness/renewed-token.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { derGeneralizedTime } from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { readZip, writeZip } from '../encoding/zip.ts';
import { encodeLeafExtra, parseLeafExtra } from '../log/leaf-extra.ts';
import { encodeNoteKey } from '../log/note-keys.ts';
import { decodeTlogText, encodeTlogText } from '../log/tlog-text.ts';
import { encodeKeptAnswers } from '../x509/kept-revocation.ts';
import { readBundle, writeBundle } from './bundle.ts';
import { verifyEvidence } from './evidence.ts';
import type { Evidence } from './given-evidence.ts';
import type { Lasting } from './lasting.ts';

const STAMPED = new Date('2026-11-16T10:00:00Z');
const RENEWED = new Date('2026-11-17T00:00:30Z');
const IN_2046 = new Date('2046-06-01T00:00:00Z');
const day = (text: string): Date => new Date(`${text}T12:00:00Z`);

let provider: ForgedProvider;
/** Another signer, whose certificates are good for forty years. */
let other: ForgedProvider;
let stamped: RenewedToken;

beforeAll(async () => {
  provider = await forgeProvider({ name: 'PSC', keys: 'rsa', rootNotAfter: day('2032-02-08') });
  other = await forgeProvider({ name: 'Other PSC', notAfter: day('2049-01-01') });
  stamped = await stampIntoLog(provider, STAMPED);
});

const renew: RenewedToken['renew'] = (by, at) => stamped.renew(by, at);

const crlOf = (
  by: ForgedProvider,
  at: Date,
  revoked?: { at: Date; reason?: number; invalidFrom?: Date },
) => ({
  kind: 'crl' as const,
  der: by.crl({
    thisUpdate: at,
    entries: revoked
      ? [
          {
            serial: UNIT_SERIAL,
            at: revoked.at,
            extensions: [
              ...(revoked.reason === undefined ? [] : [reasonCode(revoked.reason)]),
              ...(revoked.invalidFrom
                ? [extension(OID.invalidityDate, false, derGeneralizedTime(revoked.invalidFrom))]
                : []),
            ],
          },
        ]
      : [],
  }),
});

const kept = (...answers: { kind: 'crl' | 'ocsp'; der: Uint8Array }[]): Uint8Array =>
  encodeUtf8(encodeKeptAnswers(answers));

async function judge(lasting: Partial<Lasting>, more: Partial<Evidence> = {}) {
  const evidence: Evidence = {
    tsr: stamped.tsr,
    digest: async (algorithm) => (algorithm === 'SHA-256' ? stamped.digest : undefined),
    lasting: { renewals: [], revocation: undefined, ...lasting },
    now: IN_2046,
    ...more,
  };
  const verdict = await verifyEvidence(nodeEngine, evidence, [provider.profile, other.profile]);
  const check = (name: string) => verdict.checks.find((one) => one.name === `timestamp.${name}`);
  return { ...verdict, check, keys: check('keys')! };
}

const SHA256_FORMS = ['SELLO-LEAF-v1', 'SELLO-LEAF-v2'] as const;

describe('in 2046, with every server gone,', () => {
  test('a token is proved by the stamped checkpoint and the kept list, with the reason', async () => {
    const lasting = {
      renewals: [await renew(other, RENEWED)],
      revocation: kept(crlOf(provider, day('2026-11-17')), {
        kind: 'ocsp',
        der: provider.ocsp({ thisUpdate: day('2026-11-17') }),
      }),
    };
    const judged = await judge(lasting, { logKeys: [stamped.logKey] });
    expect(judged.verdict).toBe('valid');
    expect(judged.keys).toMatchObject({
      outcome: 'pass',
      because:
        '"PSC" expired on 2031-01-01T00:00:00.000Z; the token existed before that: the checkpoint of the log that holds it was stamped on 2026-11-17T00:00:30Z by "Other PSC"',
    });
    expect(judged.check('revocation')).toMatchObject({
      outcome: 'pass',
      because: 'the revocation list of 2026-11-17T12:00:00.000Z clears "PSC"',
    });
    expect(judged.check('checkpoint_entry')?.because).toBe(
      'the leaf is number 2 of 7 in the log sello.example/log',
    );
    expect(judged.check('checkpoint_key')?.outcome).toBe('pass');
    expect(judged.warnings).toEqual([]);
  });

  test('without a stamped checkpoint it says what is missing', async () => {
    const judged = await judge({});
    expect(judged.keys.outcome).toBe('skipped');
    expect(judged.keys.because).toContain('missing: a checkpoint of the log that holds the token');
    expect(judged.warnings.map(({ code }) => code)).toEqual(['signer_expired']);
  });

  test('a stamp by the same signer is reported as expired too', async () => {
    const judged = await judge({ renewals: [await renew(provider, RENEWED)] });
    expect(judged.verdict).toBe('valid');
    expect(judged.warnings.map(({ code }) => code)).toEqual(['checkpoint_signer_expired']);
  });
});

describe('a signer revoked for its key', () => {
  const compromised = { at: day('2028-05-01'), reason: REASON.keyCompromise };
  const list = () => kept(crlOf(provider, day('2028-05-02'), compromised));

  test('after the checkpoint was stamped: the token proves because of it', async () => {
    const judged = await judge({ renewals: [await renew(other, RENEWED)], revocation: list() });
    expect(judged.verdict).toBe('valid');
    expect(judged.keys.because).toContain(
      '"PSC" was revoked on 2028-05-01T12:00:00.000Z (keyCompromise); the token existed before',
    );
  });

  test('before the checkpoint was stamped: it does not, and that is said', async () => {
    const judged = await judge({ renewals: [await renew(other, day('2028-05-02'))], revocation: list() });
    expect(judged.verdict).toBe('invalid');
    expect(judged.keys.because).toContain('too late to show that it existed before');
  });

  test('and no checkpoint: it does not, and what is missing is said', async () => {
    const judged = await judge({ revocation: list() });
    expect(judged.verdict).toBe('invalid');
    expect(judged.keys.because).toContain('missing: a checkpoint');
  });

  test('before the token was made: nothing helps', async () => {
    const early = { at: day('2026-11-15'), reason: REASON.superseded };
    const revocation = kept(crlOf(provider, day('2026-11-17'), early));
    const judged = await judge({ renewals: [await renew(other, RENEWED)], revocation });
    expect(judged.verdict).toBe('invalid');
    expect(judged.keys.because).toContain('before the token was made');
  });

  test('counts from the day since which the issuer distrusts it, not from the day of its list', async () => {
    const since = { ...compromised, invalidFrom: day('2026-11-16') };
    const revocation = kept(crlOf(provider, day('2028-05-02'), since));
    expect((await judge({ renewals: [await renew(other, RENEWED)], revocation })).verdict).toBe('invalid');
  });

  test('cannot vouch for itself: a checkpoint that the same key stamped shows nothing', async () => {
    const judged = await judge({ renewals: [await renew(provider, RENEWED)], revocation: list() });
    expect(judged.verdict).toBe('invalid');
    expect(judged.keys.because).toContain('no longer believed');
  });

  test('for a harmless reason leaves earlier tokens standing', async () => {
    const revocation = kept(
      crlOf(provider, day('2028-05-02'), { at: day('2028-05-01'), reason: REASON.superseded }),
    );
    const judged = await judge({ revocation }, { now: day('2028-06-01') });
    expect(judged.verdict).toBe('valid');
    expect(judged.check('revocation')?.because).toContain('leaves standing');
  });
});

describe('an algorithm declared broken', () => {
  const broken = [{ algorithm: 'RSA' as const, since: day('2035-01-01') }];

  test('undoes a token of it, unless a good algorithm stamped the checkpoint before that day', async () => {
    expect((await judge({}, { broken })).verdict).toBe('invalid');
    const renewed = await judge({ renewals: [await renew(other, RENEWED)] }, { broken });
    expect(renewed.verdict).toBe('valid');
    expect(renewed.keys.because).toContain(
      'RSA counts as broken since 2035-01-01T12:00:00.000Z; the token existed before',
    );
    expect((await judge({ renewals: [await renew(provider, RENEWED)] }, { broken })).verdict).toBe('invalid');
    expect((await judge({ renewals: [await renew(other, day('2035-02-01'))] }, { broken })).verdict).toBe(
      'invalid',
    );
  });

  test('on a future day changes nothing yet', async () => {
    expect((await judge({}, { broken, now: day('2030-01-01') })).verdict).toBe('valid');
  });

  test('if it is the hash of the log, no path through the log helps', async () => {
    const hash = [{ algorithm: 'SHA-256' as const, since: day('2040-01-01') }];
    expect((await judge({ renewals: [await renew(other, RENEWED)] }, { broken: hash })).verdict).toBe(
      'invalid',
    );
  });
});

describe('a checkpoint that does not belong to the token is refused:', () => {
  const change = (bytes: Uint8Array, at: number): Uint8Array =>
    bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

  test('changed bytes of the note and of its proof', async () => {
    const good = await renew(other, RENEWED);
    for (const file of ['checkpoint', 'proof'] as const) {
      for (let at = 0; at < good[file].length; at += 11) {
        const { verdict } = await judge({ renewals: [{ ...good, [file]: change(good[file], at) }] });
        expect({ file, at, verdict }).toEqual({ file, at, verdict: 'invalid' });
      }
    }
  });

  test('a leaf of either form holds, and one that says to be of the other does not', async () => {
    for (const scheme of SHA256_FORMS) {
      const token = await stampIntoLog(provider, STAMPED, { scheme });
      const good = await token.renew(other, RENEWED);
      const evidence = { tsr: token.tsr };
      expect((await judge({ renewals: [good] }, evidence)).verdict).toBe('valid');
      const stated = decodeTlogText(Buffer.from(good.proof).toString());
      const leaf = parseLeafExtra(stated.extra)!;
      const [lie] = SHA256_FORMS.filter((form) => form !== leaf.scheme);
      const extra = encodeLeafExtra({ ...leaf, scheme: lie! });
      const proof = encodeUtf8(encodeTlogText({ ...stated, extra }));
      const judged = await judge({ renewals: [{ ...good, proof }] }, evidence);
      expect(judged.check('checkpoint_entry')?.because).toBe(
        'the path does not lead from the leaf to the root',
      );
      expect(judged.verdict).toBe('invalid');
    }
  });

  test('a stamp over other bytes, and one whose signature was touched', async () => {
    const good = await renew(other, RENEWED);
    const foreign = await other.stamp(stamped.digest, RENEWED);
    for (const tsr of [foreign, change(good.tsr, good.tsr.length - 1)]) {
      const judged = await judge({ renewals: [{ ...good, tsr }] });
      expect(judged.verdict).toBe('invalid');
      expect(judged.check('checkpoint_stamp')?.outcome).toBe('fail');
    }
  });

  test('one that was stamped before the token was made', async () => {
    expect((await judge({ renewals: [await renew(other, day('2026-11-01'))] })).verdict).toBe('invalid');
  });

  test('one of another log, where its key was demanded', async () => {
    const foreign = await encodeNoteKey(nodeEngine, 'sello.example/log', new Uint8Array(32).fill(7));
    const judged = await judge({ renewals: [await renew(other, RENEWED)] }, { logKeys: [foreign] });
    expect(judged.check('checkpoint_key')?.outcome).toBe('fail');
    expect(judged.verdict).toBe('invalid');
  });

  test('but one by a signer that the verifier does not trust takes nothing away', async () => {
    const stranger = await forgeProvider({ name: 'Stranger', notAfter: day('2049-01-01') });
    const judged = await judge({ renewals: [await renew(stranger, RENEWED)] });
    expect(judged.check('checkpoint_stamp')?.outcome).toBe('skipped');
    expect(judged).toMatchObject({ verdict: 'valid', keys: { outcome: 'skipped' } });
  });
});

test('a kept answer that the issuer did not sign, or that is about another certificate, is refused', async () => {
  for (const der of [other.crl({ thisUpdate: day('2026-11-17') }), Uint8Array.of(1, 2, 3)]) {
    const judged = await judge({ revocation: kept({ kind: 'crl', der }) });
    expect(judged.verdict).toBe('invalid');
    expect(judged.check('revocation')?.outcome).toBe('fail');
  }
});

test('without a day to judge at and without kept evidence, nothing is said about keys', async () => {
  const { checks } = await verifyEvidence(nodeEngine, { tsr: stamped.tsr }, [provider.profile]);
  expect(checks.map(({ name }) => name)).not.toContain('timestamp.keys');
});

test('a bundle returns what was put into it, and one with half a renewal is refused', async () => {
  const lasting: Lasting = {
    renewals: [await renew(provider, RENEWED), await renew(other, day('2030-01-01'))],
    revocation: kept(crlOf(provider, day('2026-11-17'))),
  };
  const claims = {
    certificate_id: 'cert_0123456789abcdefghijkl',
    title: 'Contrato',
    file: { name: 'a.txt', size: 4, sha256: createHash('sha256').update('hola').digest('hex') },
    psc: 'PSC',
    qr_verification_url: 'https://sello.example/v/abc',
  };
  const zip = await writeBundle(nodeEngine, {
    claims,
    tsr: stamped.tsr,
    chain: [provider.unitDer, provider.rootDer],
    lasting,
  });
  expect(readBundle(zip).lasting).toEqual(lasting);
  const half = writeZip(readZip(zip).filter(({ name }) => name !== 'checkpoint.tsr'));
  expect(() => readBundle(half)).toThrow('checkpoint.txt comes without checkpoint.tsr');
});
