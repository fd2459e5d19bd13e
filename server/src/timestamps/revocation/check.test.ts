import { randomBytes } from 'node:crypto';
import { decodePem, encodePem, parseSigningCertificate, type SigningCertificate } from '@sello/proof';
import { describe, expect, test } from 'vitest';
import {
  authorityExtensions,
  forgeCertificate,
  newEcKeys,
  unitExtensions,
} from '../../../../tests/harness/forge.ts';
import {
  type CrlOrder,
  crlPoints,
  forgeCrl,
  forgeOcsp,
  nonceOf,
  type OcspOrder,
  ocspAccess,
  REASON,
  reasonCode,
} from '../../../../tests/harness/forge-revocation.ts';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import { makeLogger } from '../../kernel/logger.ts';
import { makeRevocationCheck, type RevocationOptions } from './check.ts';
import { type RevocationRequest, RevocationUnavailable } from './transport.ts';

const CRL_URL = 'http://crl.example/root.crl';
const MIRROR_URL = 'http://mirror.example/root.crl';
const OCSP_URL = 'http://ocsp.example/';
const HOUR_MS = 3_600_000;
const START = new Date('2026-03-01T12:00:00Z');

const root = { subject: 'Root', keys: newEcKeys() };
const middle = { subject: 'Middle', keys: newEcKeys() };
const parse = (der: Uint8Array): SigningCertificate => parseSigningCertificate(der)!;
const rootCertificate = parse(forgeCertificate({ ...root, extensions: authorityExtensions() }));
const unitWith = (...extensions: Uint8Array[]): SigningCertificate =>
  parse(
    forgeCertificate({
      subject: 'Unit',
      keys: newEcKeys(),
      issuer: root,
      serial: 3n,
      extensions: [...unitExtensions(), ...extensions],
    }),
  );
const chain = [unitWith(crlPoints(CRL_URL), ocspAccess(OCSP_URL)), rootCertificate];
const revoked = { serial: 3n, at: new Date(START.getTime() - 1000) };

type Answer = Uint8Array | Promise<Uint8Array>;

/** A check whose clock and answers the test controls, and the list of the addresses that were asked. */
function openFixture(options: Partial<RevocationOptions> = {}) {
  const fixture = {
    now: START,
    asked: [] as string[],
    logLines: [] as string[],
    answer: (({ url }) => {
      throw new RevocationUnavailable('could not be reached', { cause: new Error(`no route to ${url}`) });
    }) as (question: RevocationRequest) => Answer,
    advance(ms: number) {
      fixture.now = new Date(fixture.now.getTime() + ms);
    },
    crl: (part: Partial<CrlOrder> = {}) => forgeCrl({ issuer: root, thisUpdate: fixture.now, ...part }),
    ocsp: ({ ocspRequest }: RevocationRequest, part: Partial<OcspOrder> = {}) =>
      forgeOcsp({
        issuer: root,
        serial: 3n,
        thisUpdate: fixture.now,
        nonce: nonceOf(ocspRequest!)!,
        ...part,
      }),
  };
  const check = makeRevocationCheck(
    {
      now: () => fixture.now,
      randomBytes,
      crypto: nodeCryptoEngine,
      logger: makeLogger(
        (line) => fixture.logLines.push(line),
        () => fixture.now,
      ),
      async ask(question) {
        fixture.asked.push(question.url);
        return fixture.answer(question);
      },
    },
    { sources: 'crl', ...options },
  );
  return Object.assign(fixture, { check: (of = chain) => check(of, fixture.now) });
}

/** Lets pending promise callbacks run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('cached answers', () => {
  test('a list is fetched once and then answers at once, until it is due again', async () => {
    const fixture = openFixture();
    fixture.answer = () => fixture.crl({ nextUpdate: new Date(START.getTime() + 24 * HOUR_MS) });
    for (let i = 0; i < 5; i += 1) expect((await fixture.check()).outcome).toBe('good');
    fixture.advance(HOUR_MS - 1);
    expect((await fixture.check()).check).toMatchObject({ name: 'revocation', outcome: 'pass' });
    expect(fixture.asked).toEqual([CRL_URL]);
  });

  test('stamps that arrive together share one fetch', async () => {
    const fixture = openFixture({ sources: 'both' });
    const gate = Promise.withResolvers<void>();
    fixture.answer = async (question) => {
      await gate.promise;
      return question.ocspRequest === undefined ? fixture.crl() : fixture.ocsp(question);
    };
    const checks = Array.from({ length: 50 }, () => fixture.check());
    await settle();
    gate.resolve();
    expect((await Promise.all(checks)).map(({ outcome }) => outcome)).toEqual(Array(50).fill('good'));
    expect(fixture.asked.sort()).toEqual([CRL_URL, OCSP_URL]);
  });

  test('a list is renewed in the background, and a revocation in the new one counts', async () => {
    const fixture = openFixture();
    fixture.answer = () => fixture.crl({ nextUpdate: new Date(START.getTime() + 24 * HOUR_MS) });
    await fixture.check();
    fixture.advance(HOUR_MS);
    const gate = Promise.withResolvers<Uint8Array>();
    fixture.answer = () => gate.promise;
    expect((await fixture.check()).outcome).toBe('good');
    expect((await fixture.check()).outcome).toBe('good');
    expect(fixture.asked).toHaveLength(2);
    gate.resolve(fixture.crl({ entries: [revoked] }));
    await settle();
    expect((await fixture.check()).outcome).toBe('revoked');
  });

  test('an expired list is not used even if its server is gone', async () => {
    const fixture = openFixture();
    const { answer } = fixture;
    fixture.answer = () => fixture.crl({ nextUpdate: new Date(START.getTime() + HOUR_MS / 2) });
    expect((await fixture.check()).outcome).toBe('good');
    fixture.answer = answer;
    fixture.advance(HOUR_MS / 2 - 1000);
    expect((await fixture.check()).outcome).toBe('good');
    fixture.advance(61_000);
    expect(await fixture.check()).toMatchObject({ outcome: 'unknown', check: { outcome: 'skipped' } });
  });

  test('replaying an older list does not hide a revocation', async () => {
    const fixture = openFixture();
    const old = fixture.crl({ thisUpdate: new Date(START.getTime() - HOUR_MS) });
    fixture.answer = () => fixture.crl({ entries: [revoked] });
    expect((await fixture.check()).outcome).toBe('revoked');
    fixture.advance(2 * HOUR_MS);
    fixture.answer = () => old;
    expect((await fixture.check()).outcome).toBe('revoked');
    await settle();
    expect((await fixture.check()).outcome).toBe('revoked');
    expect(fixture.asked).toHaveLength(2);
  });

  test('an OCSP answer without an end is asked for again after minutes, in the background', async () => {
    const fixture = openFixture({ sources: 'ocsp' });
    fixture.answer = (question) => fixture.ocsp(question, { nextUpdate: null });
    expect((await fixture.check()).outcome).toBe('good');
    fixture.advance(149_000);
    expect((await fixture.check()).outcome).toBe('good');
    expect(fixture.asked).toHaveLength(1);
    fixture.advance(2_000);
    expect((await fixture.check()).outcome).toBe('good');
    expect(fixture.asked).toHaveLength(2);
  });

  test('lists beyond the limit evict the oldest', async () => {
    const fixture = openFixture({ maxCrlBytes: 300 });
    const chains = Array.from({ length: 8 }, (_, i) => [
      unitWith(crlPoints(`http://crl.example/${i}`)),
      rootCertificate,
    ]);
    fixture.answer = () => fixture.crl();
    for (const one of chains) expect((await fixture.check(one)).outcome).toBe('good');
    expect(fixture.asked).toHaveLength(8);
    await fixture.check(chains[7]);
    expect(fixture.asked).toHaveLength(8);
    await fixture.check(chains[0]);
    expect(fixture.asked).toHaveLength(9);
  });
});

describe('unknown status', () => {
  test('an unreachable server is remembered for a minute, then asked again', async () => {
    const fixture = openFixture();
    const report = await fixture.check();
    expect(report).toMatchObject({ outcome: 'unknown', check: { name: 'revocation', outcome: 'skipped' } });
    expect(report.because).toBe(`nothing is known about "Unit"; ${CRL_URL} could not be reached`);
    expect(fixture.logLines.join()).toContain('no route to');
    for (let i = 0; i < 5; i += 1) expect((await fixture.check()).outcome).toBe('unknown');
    expect(fixture.asked).toHaveLength(1);
    fixture.advance(60_000);
    fixture.answer = () => fixture.crl();
    expect((await fixture.check()).outcome).toBe('good');
    expect(fixture.asked).toHaveLength(2);
  });

  test('a silent server is waited for until the deadline, and no second stamp waits for it', async () => {
    const fixture = openFixture({ patienceMs: 30 });
    const gate = Promise.withResolvers<Uint8Array>();
    fixture.answer = () => gate.promise;
    const startedAt = performance.now();
    expect((await fixture.check()).because).toContain('no answer within 30 ms');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    fixture.advance(31);
    expect((await fixture.check()).because).toContain('has not answered yet');
    expect(fixture.asked).toHaveLength(1);
    // An answer that is too late for one stamp serves the next.
    gate.resolve(fixture.crl());
    await settle();
    expect((await fixture.check()).outcome).toBe('good');
  });

  test('one source that answers is enough where both are asked', async () => {
    const fixture = openFixture({ sources: 'both', patienceMs: 30 });
    fixture.answer = (question) =>
      question.ocspRequest === undefined ? new Promise<Uint8Array>(() => {}) : fixture.ocsp(question);
    expect(await fixture.check()).toMatchObject({ outcome: 'good' });
    const down = openFixture({ sources: 'both' });
    down.answer = ({ ocspRequest }) => {
      if (ocspRequest !== undefined) throw new RevocationUnavailable('answered 503');
      return down.crl({ entries: [revoked] });
    };
    expect(await down.check()).toMatchObject({ outcome: 'revoked' });
  });

  test('a mirror is asked where the first address fails', async () => {
    const fixture = openFixture();
    fixture.answer = ({ url }) => {
      if (url === CRL_URL) throw new RevocationUnavailable('answered 404');
      return fixture.crl();
    };
    const mirrored = [unitWith(crlPoints(CRL_URL, MIRROR_URL)), rootCertificate];
    expect((await fixture.check(mirrored)).outcome).toBe('good');
    expect((await fixture.check(mirrored)).outcome).toBe('good');
    expect(fixture.asked).toEqual([CRL_URL, MIRROR_URL]);
  });

  test.each<[string, () => Uint8Array, string]>([
    ['garbage', () => Buffer.from('<html>mantenimiento</html>'), 'gave an unusable answer'],
    [
      'a list of another issuer',
      () => forgeCrl({ issuer: { ...root, keys: newEcKeys() }, thisUpdate: START }),
      'not that of',
    ],
    [
      'a list of two years ago',
      () => forgeCrl({ issuer: root, thisUpdate: new Date('2024-03-01T00:00:00Z') }),
      'ran out',
    ],
    ['broken PEM', () => Buffer.from('-----BEGIN X509 CRL-----\nAAA\n'), 'gave an unusable answer'],
  ])('%s is no evidence, and is not fetched again for every stamp', async (_, answer, because) => {
    const fixture = openFixture();
    fixture.answer = answer;
    const report = await fixture.check();
    expect(report.outcome).toBe('unknown');
    expect(report.because).toContain(because);
    await fixture.check();
    expect(fixture.asked).toHaveLength(1);
    fixture.advance(60_000);
    fixture.answer = () => fixture.crl();
    await fixture.check();
    await settle();
    expect((await fixture.check()).outcome).toBe('good');
  });

  test('an OCSP answer to another request is refused', async () => {
    const fixture = openFixture({ sources: 'ocsp' });
    fixture.answer = (question) => fixture.ocsp(question, { nonce: randomBytes(16) });
    expect((await fixture.check()).because).toContain('its nonce is not ours');
  });

  test('a certificate that names no server is unknown, and none is asked', async () => {
    const fixture = openFixture({ sources: 'both' });
    expect((await fixture.check([unitWith(), rootCertificate])).because).toContain(
      'names no revocation server',
    );
    const listOnly = openFixture({ sources: 'ocsp' });
    expect((await listOnly.check([unitWith(crlPoints(CRL_URL)), rootCertificate])).outcome).toBe('unknown');
    expect([...fixture.asked, ...listOnly.asked]).toEqual([]);
  });
});

describe('the chain', () => {
  test('every certificate but the root is looked up, each with its own issuer', async () => {
    const fixture = openFixture({ sources: 'both' });
    const middleCertificate = parse(
      forgeCertificate({
        ...middle,
        issuer: root,
        serial: 2n,
        extensions: [...authorityExtensions(), crlPoints(CRL_URL)],
      }),
    );
    const unit = parse(
      forgeCertificate({
        subject: 'Unit',
        keys: newEcKeys(),
        issuer: middle,
        serial: 3n,
        extensions: [...unitExtensions(), ocspAccess(OCSP_URL)],
      }),
    );
    let isMiddleRevoked = false;
    fixture.answer = (question) => {
      if (question.url === OCSP_URL) return fixture.ocsp(question, { issuer: middle });
      return fixture.crl({
        entries: isMiddleRevoked
          ? [{ serial: 2n, at: START, extensions: [reasonCode(REASON.superseded)] }]
          : [],
      });
    };
    const long = [unit, middleCertificate, rootCertificate];
    expect(await fixture.check(long)).toMatchObject({ outcome: 'good' });
    expect(fixture.asked.sort()).toEqual([CRL_URL, OCSP_URL]);
    isMiddleRevoked = true;
    fixture.advance(HOUR_MS);
    await fixture.check(long);
    await settle();
    expect(await fixture.check(long)).toMatchObject({ outcome: 'revoked' });
  });

  test('a signer that is itself a trusted root is good without asking', async () => {
    const fixture = openFixture();
    expect((await fixture.check([rootCertificate])).outcome).toBe('good');
    expect(fixture.asked).toEqual([]);
  });

  test('a list in PEM is read too', async () => {
    const fixture = openFixture();
    fixture.answer = () => Buffer.from(encodePem('X509 CRL', fixture.crl({ entries: [revoked] })));
    expect(decodePem('X509 CRL', encodePem('X509 CRL', fixture.crl()))).toHaveLength(1);
    expect((await fixture.check()).outcome).toBe('revoked');
  });
});
