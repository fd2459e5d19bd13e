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

/** A check whose world is this object: its clock, its answers, and what it was asked. */
function openWorld(options: Partial<RevocationOptions> = {}) {
  const world = {
    now: START,
    asked: [] as string[],
    logLines: [] as string[],
    answer: (({ url }) => {
      throw new RevocationUnavailable('could not be reached', { cause: new Error(`no route to ${url}`) });
    }) as (question: RevocationRequest) => Answer,
    advance(ms: number) {
      world.now = new Date(world.now.getTime() + ms);
    },
    crl: (part: Partial<CrlOrder> = {}) => forgeCrl({ issuer: root, thisUpdate: world.now, ...part }),
    ocsp: ({ ocspRequest }: RevocationRequest, part: Partial<OcspOrder> = {}) =>
      forgeOcsp({ issuer: root, serial: 3n, thisUpdate: world.now, nonce: nonceOf(ocspRequest!)!, ...part }),
  };
  const check = makeRevocationCheck(
    {
      now: () => world.now,
      randomBytes,
      crypto: nodeCryptoEngine,
      logger: makeLogger(
        (line) => world.logLines.push(line),
        () => world.now,
      ),
      async ask(question) {
        world.asked.push(question.url);
        return world.answer(question);
      },
    },
    { sources: 'crl', ...options },
  );
  return Object.assign(world, { check: (of = chain) => check(of, world.now) });
}

/** Lets everything happen that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('what is at hand', () => {
  test('a list is fetched once and then answers at once, until it is due again', async () => {
    const world = openWorld();
    world.answer = () => world.crl({ nextUpdate: new Date(START.getTime() + 24 * HOUR_MS) });
    for (let i = 0; i < 5; i += 1) expect((await world.check()).outcome).toBe('good');
    world.advance(HOUR_MS - 1);
    expect((await world.check()).check).toMatchObject({ name: 'revocation', outcome: 'pass' });
    expect(world.asked).toEqual([CRL_URL]);
  });

  test('stamps that arrive together share one fetch', async () => {
    const world = openWorld({ sources: 'both' });
    const gate = Promise.withResolvers<void>();
    world.answer = async (question) => {
      await gate.promise;
      return question.ocspRequest === undefined ? world.crl() : world.ocsp(question);
    };
    const checks = Array.from({ length: 50 }, () => world.check());
    await settle();
    gate.resolve();
    expect((await Promise.all(checks)).map(({ outcome }) => outcome)).toEqual(Array(50).fill('good'));
    expect(world.asked.sort()).toEqual([CRL_URL, OCSP_URL]);
  });

  test('a list is renewed behind the back of stamps, and a revocation in the new one counts', async () => {
    const world = openWorld();
    world.answer = () => world.crl({ nextUpdate: new Date(START.getTime() + 24 * HOUR_MS) });
    await world.check();
    world.advance(HOUR_MS);
    const gate = Promise.withResolvers<Uint8Array>();
    world.answer = () => gate.promise;
    expect((await world.check()).outcome).toBe('good');
    expect((await world.check()).outcome).toBe('good');
    expect(world.asked).toHaveLength(2);
    gate.resolve(world.crl({ entries: [revoked] }));
    await settle();
    expect((await world.check()).outcome).toBe('revoked');
  });

  test('a list that has run out is not used though its server is gone', async () => {
    const world = openWorld();
    const { answer } = world;
    world.answer = () => world.crl({ nextUpdate: new Date(START.getTime() + HOUR_MS / 2) });
    expect((await world.check()).outcome).toBe('good');
    world.answer = answer;
    world.advance(HOUR_MS / 2 - 1000);
    expect((await world.check()).outcome).toBe('good');
    world.advance(61_000);
    expect(await world.check()).toMatchObject({ outcome: 'unknown', check: { outcome: 'skipped' } });
  });

  test('an older list played back does not make a revocation unseen', async () => {
    const world = openWorld();
    const old = world.crl({ thisUpdate: new Date(START.getTime() - HOUR_MS) });
    world.answer = () => world.crl({ entries: [revoked] });
    expect((await world.check()).outcome).toBe('revoked');
    world.advance(2 * HOUR_MS);
    world.answer = () => old;
    expect((await world.check()).outcome).toBe('revoked');
    await settle();
    expect((await world.check()).outcome).toBe('revoked');
    expect(world.asked).toHaveLength(2);
  });

  test('an OCSP answer without an end is asked for again after minutes, in the background', async () => {
    const world = openWorld({ sources: 'ocsp' });
    world.answer = (question) => world.ocsp(question, { nextUpdate: null });
    expect((await world.check()).outcome).toBe('good');
    world.advance(149_000);
    expect((await world.check()).outcome).toBe('good');
    expect(world.asked).toHaveLength(1);
    world.advance(2_000);
    expect((await world.check()).outcome).toBe('good');
    expect(world.asked).toHaveLength(2);
  });

  test('lists beyond the bound push out the oldest', async () => {
    const world = openWorld({ maxCrlBytes: 300 });
    const chains = Array.from({ length: 8 }, (_, i) => [
      unitWith(crlPoints(`http://crl.example/${i}`)),
      rootCertificate,
    ]);
    world.answer = () => world.crl();
    for (const one of chains) expect((await world.check(one)).outcome).toBe('good');
    expect(world.asked).toHaveLength(8);
    await world.check(chains[7]);
    expect(world.asked).toHaveLength(8);
    await world.check(chains[0]);
    expect(world.asked).toHaveLength(9);
  });
});

describe('what cannot be found out', () => {
  test('a server out of reach is remembered for a minute, then asked again', async () => {
    const world = openWorld();
    const report = await world.check();
    expect(report).toMatchObject({ outcome: 'unknown', check: { name: 'revocation', outcome: 'skipped' } });
    expect(report.because).toBe(`nothing is known about "Unit"; ${CRL_URL} could not be reached`);
    expect(world.logLines.join()).toContain('no route to');
    for (let i = 0; i < 5; i += 1) expect((await world.check()).outcome).toBe('unknown');
    expect(world.asked).toHaveLength(1);
    world.advance(60_000);
    world.answer = () => world.crl();
    expect((await world.check()).outcome).toBe('good');
    expect(world.asked).toHaveLength(2);
  });

  test('silence ends the wait after the deadline, and nobody waits for it a second time', async () => {
    const world = openWorld({ patienceMs: 30 });
    const gate = Promise.withResolvers<Uint8Array>();
    world.answer = () => gate.promise;
    const startedAt = performance.now();
    expect((await world.check()).because).toContain('nothing was answered within 30 ms');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    world.advance(31);
    expect((await world.check()).because).toContain('has yet to answer');
    expect(world.asked).toHaveLength(1);
    // What arrives too late for one stamp is there for the next.
    gate.resolve(world.crl());
    await settle();
    expect((await world.check()).outcome).toBe('good');
  });

  test('one source that answers is enough where both are asked', async () => {
    const world = openWorld({ sources: 'both', patienceMs: 30 });
    world.answer = (question) =>
      question.ocspRequest === undefined ? new Promise<Uint8Array>(() => {}) : world.ocsp(question);
    expect(await world.check()).toMatchObject({ outcome: 'good' });
    const down = openWorld({ sources: 'both' });
    down.answer = ({ ocspRequest }) => {
      if (ocspRequest !== undefined) throw new RevocationUnavailable('answered 503');
      return down.crl({ entries: [revoked] });
    };
    expect(await down.check()).toMatchObject({ outcome: 'revoked' });
  });

  test('a mirror is asked where the first address fails', async () => {
    const world = openWorld();
    world.answer = ({ url }) => {
      if (url === CRL_URL) throw new RevocationUnavailable('answered 404');
      return world.crl();
    };
    const mirrored = [unitWith(crlPoints(CRL_URL, MIRROR_URL)), rootCertificate];
    expect((await world.check(mirrored)).outcome).toBe('good');
    expect((await world.check(mirrored)).outcome).toBe('good');
    expect(world.asked).toEqual([CRL_URL, MIRROR_URL]);
  });

  test.each<[string, () => Uint8Array, string]>([
    ['garbage', () => Buffer.from('<html>mantenimiento</html>'), 'gave nothing usable'],
    [
      'a list of somebody else',
      () => forgeCrl({ issuer: { ...root, keys: newEcKeys() }, thisUpdate: START }),
      'not that of',
    ],
    [
      'a list of two years ago',
      () => forgeCrl({ issuer: root, thisUpdate: new Date('2024-03-01T00:00:00Z') }),
      'ran out',
    ],
    ['broken PEM', () => Buffer.from('-----BEGIN X509 CRL-----\nAAA\n'), 'gave nothing usable'],
  ])('%s is no evidence, and is not fetched again for every stamp', async (_, answer, because) => {
    const world = openWorld();
    world.answer = answer;
    const report = await world.check();
    expect(report.outcome).toBe('unknown');
    expect(report.because).toContain(because);
    await world.check();
    expect(world.asked).toHaveLength(1);
    world.advance(60_000);
    world.answer = () => world.crl();
    await world.check();
    await settle();
    expect((await world.check()).outcome).toBe('good');
  });

  test('an OCSP answer to another request is refused', async () => {
    const world = openWorld({ sources: 'ocsp' });
    world.answer = (question) => world.ocsp(question, { nonce: randomBytes(16) });
    expect((await world.check()).because).toContain('its nonce is not ours');
  });

  test('a certificate that names nobody is unknown, and no one is asked', async () => {
    const world = openWorld({ sources: 'both' });
    expect((await world.check([unitWith(), rootCertificate])).because).toContain('names nobody to ask');
    const listOnly = openWorld({ sources: 'ocsp' });
    expect((await listOnly.check([unitWith(crlPoints(CRL_URL)), rootCertificate])).outcome).toBe('unknown');
    expect([...world.asked, ...listOnly.asked]).toEqual([]);
  });
});

describe('the chain', () => {
  test('every certificate but the root is looked up, each with its own issuer', async () => {
    const world = openWorld({ sources: 'both' });
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
    world.answer = (question) => {
      if (question.url === OCSP_URL) return world.ocsp(question, { issuer: middle });
      return world.crl({
        entries: isMiddleRevoked
          ? [{ serial: 2n, at: START, extensions: [reasonCode(REASON.superseded)] }]
          : [],
      });
    };
    const long = [unit, middleCertificate, rootCertificate];
    expect(await world.check(long)).toMatchObject({ outcome: 'good' });
    expect(world.asked.sort()).toEqual([CRL_URL, OCSP_URL]);
    isMiddleRevoked = true;
    world.advance(HOUR_MS);
    await world.check(long);
    await settle();
    expect(await world.check(long)).toMatchObject({ outcome: 'revoked' });
  });

  test('a signer that is trusted by itself is good without asking', async () => {
    const world = openWorld();
    expect((await world.check([rootCertificate])).outcome).toBe('good');
    expect(world.asked).toEqual([]);
  });

  test('a list in PEM is read too', async () => {
    const world = openWorld();
    world.answer = () => Buffer.from(encodePem('X509 CRL', world.crl({ entries: [revoked] })));
    expect(decodePem('X509 CRL', encodePem('X509 CRL', world.crl()))).toHaveLength(1);
    expect((await world.check()).outcome).toBe('revoked');
  });
});
