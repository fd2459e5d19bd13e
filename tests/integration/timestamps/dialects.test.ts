import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { nodeCryptoEngine } from '../../../server/src/kernel/crypto-node.ts';
import type { CertificateId } from '../../../server/src/kernel/ids.ts';
import { parseSha256Hex } from '../../../server/src/kernel/sha256.ts';
import { EMBEDDED_POLICY } from '../../../server/src/timestamps/authority/authority.ts';
import { connectProvider, embeddedProvider } from '../../../server/src/timestamps/open-providers.ts';
import type { Imprint, Stamp } from '../../../server/src/timestamps/ports.ts';
import type { PscConfig } from '../../../server/src/timestamps/psc-config.ts';
import { PscFailure } from '../../../server/src/timestamps/psc-failure.ts';
import {
  ADVANTAGE_LOGIN,
  type AdvantageServer,
  openAdvantageServer,
} from '../../harness/advantage-server.ts';
import { CINCEL_LOGIN, type CincelServer, openCincelServer } from '../../harness/cincel-server.ts';
import { jsend, MIFIEL_APP, type MifielServer, openMifielServer } from '../../harness/mifiel-server.ts';
import { json, type PscReply, type PscRequest, type PscServer } from '../../harness/psc-server.ts';
import {
  openPscWorldServer,
  PSCWORLD_LOGIN,
  type PscWorldServer,
  result,
} from '../../harness/pscworld-server.ts';
import { soapFault, soapReply } from '../../harness/soap-reply.ts';

let cincel: CincelServer;
let mifiel: MifielServer;
let advantage: AdvantageServer;
let pscworld: PscWorldServer;
beforeAll(async () => {
  cincel = await openCincelServer();
  mifiel = await openMifielServer();
  advantage = await openAdvantageServer();
  pscworld = await openPscWorldServer();
});
afterAll(() => Promise.all([cincel, mifiel, advantage, pscworld].map((server) => server.close())));

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

type Driver = {
  stamp(imprint?: Imprint, certificateId?: CertificateId): Promise<Stamp>;
  pauses: number[];
  /** Moves our clock, not the provider's. */
  advance(ms: number): void;
};

async function drive(server: PscServer & { url: string }, config: Partial<PscConfig>): Promise<Driver> {
  let offsetMs = 0;
  const pauses: number[] = [];
  const provider = await connectProvider(
    {
      now: () => new Date(Date.now() + offsetMs),
      randomBytes,
      crypto: nodeCryptoEngine,
      pause: async (ms, signal) => {
        pauses.push(ms);
        // Lets the deadline's timer run, as a real pause would.
        await new Promise(setImmediate);
        signal.throwIfAborted();
      },
    },
    { ...embeddedProvider(server.url, server.rootDer), name: 'PSC', policy: undefined, ...config },
  );
  opened.push(provider);
  return {
    stamp: (imprint = someDigest(), certificateId = someId()) => provider.stamp(imprint, certificateId),
    pauses,
    advance: (ms) => {
      offsetMs += ms;
    },
  };
}

const driveCincel = (config: Partial<PscConfig> = {}) =>
  drive(cincel, { dialect: 'cincel', basic: CINCEL_LOGIN, ...config });
const driveMifiel = (config: Partial<PscConfig> = {}) =>
  drive(mifiel, { dialect: 'mifiel', basic: `${MIFIEL_APP.id}:${MIFIEL_APP.secret}`, ...config });
const driveAdvantage = (config: Partial<PscConfig> = {}) => {
  const { user, password, entity } = ADVANTAGE_LOGIN;
  return drive(advantage, {
    dialect: 'advantage',
    basic: `${user}:${password}`,
    entity,
    policy: EMBEDDED_POLICY,
    ...config,
  });
};
const drivePscWorld = (config: Partial<PscConfig> = {}) =>
  drive(pscworld, {
    dialect: 'pscworld',
    basic: `${PSCWORLD_LOGIN.user}:${PSCWORLD_LOGIN.password}`,
    ...config,
  });

const someDigest = () => parseSha256Hex(createHash('sha256').update(randomBytes(8)).digest('hex'))!;
const someId = () => `cert_${randomBytes(11).toString('hex')}` as CertificateId;
const isOrder = ({ method }: PscRequest) => method === 'POST';

async function failureOf(stamping: Promise<unknown>): Promise<PscFailure> {
  const failure = await stamping.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof PscFailure)) throw new Error('no PscFailure', { cause: failure });
  return failure;
}

const traitsOf = (failure: PscFailure) => ({
  class: failure.failureClass,
  ill: failure.isProviderFault,
  next: failure.mayAskNext,
});
const OUT_OF_CREDIT = { class: 'out_of_credit', ill: true, next: true };
const REFUSES_US = { class: 'rejected', ill: true, next: true };
const REFUSES_REQUEST = { class: 'rejected', ill: false, next: false };
const INVALID = { class: 'invalid_token', ill: true, next: false };

test('a provider whose protocol stamps only SHA-256 is not asked for another digest, but the next provider may be', async () => {
  const digest = createHash('sha512').update(randomBytes(8)).digest();
  const { sold } = cincel.account;
  const failure = await failureOf((await driveCincel()).stamp({ algorithm: 'SHA-512', digest }));
  expect(traitsOf(failure)).toEqual({ class: 'rejected', ill: false, next: true });
  expect(cincel.account.sold).toBe(sold);
});

describe('every dialect', () => {
  const DRIVERS = {
    cincel: { server: () => cincel, open: driveCincel },
    mifiel: { server: () => mifiel, open: driveMifiel },
    advantage: { server: () => advantage, open: driveAdvantage },
    pscworld: { server: () => pscworld, open: drivePscWorld },
  };
  const EACH = Object.entries(DRIVERS);

  test.for(EACH)('%s: returns a verified stamp and pays for one', async ([, { server, open }]) => {
    const { sold } = server().account;
    const stamp = await (await open()).stamp();
    expect(stamp.facts).toMatchObject({ psc: 'PSC', policyOid: EMBEDDED_POLICY, accredited: false });
    expect(stamp.chain).toHaveLength(2);
    expect(server().account.sold).toBe(sold + 1);
  });

  test.for(EACH)('%s: an empty account is out_of_credit', async ([, { server, open }]) => {
    const { credits } = server().account;
    server().account.credits = 0;
    const failure = await failureOf((await open()).stamp());
    server().account.credits = credits;
    expect(traitsOf(failure)).toEqual(OUT_OF_CREDIT);
  });

  test.for(EACH)('%s: wrong credentials are our fault, not the request’s', async ([, { open }]) => {
    const failure = await failureOf((await open({ basic: 'somebody:wrong' })).stamp());
    expect(traitsOf(failure)).toEqual(REFUSES_US);
    expect(failure.message).not.toContain('wrong');
  });

  test.for(EACH)('%s: a token over other bytes is invalid_token', async ([name, { server, open }]) => {
    const driver = await open();
    const foreign = await server().stamp(someDigest());
    const base64 = Buffer.from(foreign).toString('base64');
    const replies: Record<string, { reply: PscReply; to: (request: PscRequest) => boolean }> = {
      cincel: { reply: { status: 200, body: foreign }, to: ({ url }) => url.endsWith('.asn1') },
      mifiel: { reply: json(201, { id: '1', nom151: base64 }), to: isOrder },
      advantage: {
        reply: soapReply(
          `<R><GeneraConstanciaResult><Constancia>${base64}</Constancia></GeneraConstanciaResult></R>`,
        ),
        to: isOrder,
      },
      pscworld: { reply: result('Genera', base64), to: isOrder },
    };
    const { reply, to } = replies[name]!;
    server().suffer(reply, to);
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(INVALID);
  });

  test.for(EACH)('%s: silence is a timeout', async ([, { server, open }]) => {
    const driver = await open({ timeoutMs: 150 });
    server().suffer('hang');
    expect((await failureOf(driver.stamp())).failureClass).toBe('timeout');
  });

  test.for(EACH)('%s: a closed port is unreachable', async ([, { open }]) => {
    const failure = await failureOf((await open({ url: 'http://127.0.0.1:9/' })).stamp());
    expect([failure.failureClass, failure.isOutcomeUnknown]).toEqual(['unreachable', false]);
  });

  test.for(EACH)('%s: a lost connection is retried once', async ([, { server, open }]) => {
    server().suffer('lose');
    await (await open()).stamp();
  });

  test.for(EACH)('%s: an endless answer is cut off', async ([name, { server, open }]) => {
    const long = { status: 200, headers: { 'content-type': 'text/xml' }, body: Buffer.alloc(300 * 1024, 32) };
    server().suffer(long, ({ url }) => name !== 'cincel' || url.endsWith('.asn1'));
    expect(traitsOf(await failureOf((await open()).stamp()))).toEqual(INVALID);
  });

  test.for(EACH)('%s: a provider error keeps its Retry-After', async ([, { server, open }]) => {
    server().suffer({ status: 503, headers: { 'retry-after': '17' }, body: 'mantenimiento' });
    const failure = await failureOf((await open()).stamp());
    expect(traitsOf(failure)).toEqual(REFUSES_US);
    expect(failure.retryAfterSeconds).toBe(17);
    expect(failure.message).toContain('mantenimiento');
  });
});

describe('cincel', () => {
  test.for([202, 'empty 200', 404] as const)(
    'a constancia in preparation (%s) is fetched again after growing pauses',
    async (as) => {
      cincel.account.preparation = { times: 4, as };
      const driver = await driveCincel();
      const stamp = await driver.stamp();
      cincel.account.preparation = { times: 0, as: 202 };
      expect(stamp.facts.psc).toBe('PSC');
      expect(driver.pauses).toEqual([250, 400, 640, 1024]);
    },
  );

  test('a constancia that is never ready is a timeout, and its order is kept', async () => {
    const sha256 = someDigest();
    cincel.account.preparation = { times: 1_000_000, as: 202 };
    const { sold } = cincel.account;
    expect((await failureOf((await driveCincel({ timeoutMs: 200 })).stamp(sha256))).failureClass).toBe(
      'timeout',
    );
    cincel.account.preparation = { times: 0, as: 202 };
    expect(cincel.account.sold).toBe(sold + 1);
  });

  test('one session serves many stamps, and simultaneous ones log in once', async () => {
    const { logins } = cincel.account;
    const driver = await driveCincel();
    await Promise.all([driver.stamp(), driver.stamp(), driver.stamp()]);
    await driver.stamp();
    expect(cincel.account.logins).toBe(logins + 1);
  });

  test('an expired session is renewed once, and the stamp is made', async () => {
    const driver = await driveCincel();
    await driver.stamp();
    const { logins } = cincel.account;
    cincel.endSessions();
    await driver.stamp();
    expect(cincel.account.logins).toBe(logins + 1);
  });

  test('a second 401 does not start a third session', async () => {
    const driver = await driveCincel();
    await driver.stamp();
    const { logins } = cincel.account;
    for (const _ of [1, 2]) cincel.suffer(json(401, { message: 'Unauthorized' }), isOrder);
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(REFUSES_US);
    expect(cincel.account.logins).toBe(logins + 1);
  });

  test('a failed login is not cached', async () => {
    const driver = await driveCincel();
    cincel.suffer({ status: 500 }, ({ url }) => url.endsWith('/jwt'));
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(REFUSES_US);
    await driver.stamp();
  });

  test('a login answered with an HTML page is refused', async () => {
    const driver = await driveCincel();
    cincel.suffer({ status: 200, body: '<html>login</html>' }, ({ url }) => url.endsWith('/jwt'));
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(REFUSES_US);
  });

  test.for([
    { status: 402, traits: OUT_OF_CREDIT },
    { status: 403, traits: REFUSES_US },
    { status: 422, traits: REFUSES_REQUEST },
    { status: 429, traits: REFUSES_US },
    { status: 500, traits: REFUSES_US },
  ])('an order answered with $status', async ({ status, traits }) => {
    const driver = await driveCincel();
    cincel.suffer({ status, headers: { 'retry-after': '90' } }, isOrder);
    const failure = await failureOf(driver.stamp());
    expect(traitsOf(failure)).toEqual(traits);
    expect(failure.retryAfterSeconds).toBe(90);
  });

  test('an order filled before the connection was lost is paid for once', async () => {
    const driver = await driveCincel();
    const { sold } = cincel.account;
    cincel.suffer('stamp and lose', isOrder);
    await driver.stamp();
    expect(cincel.account.sold).toBe(sold + 1);
  });

  test('the same bytes get the same token while it is fresh, and are refused once it is old', async () => {
    const driver = await driveCincel();
    const sha256 = someDigest();
    const first = await driver.stamp(sha256);
    const second = await driver.stamp(sha256);
    expect(second.facts.serial).toBe(first.facts.serial);
    driver.advance(6 * 60_000);
    const failure = await failureOf(driver.stamp(sha256));
    // The provider counts as healthy, and the next one is asked.
    expect(traitsOf(failure)).toEqual({ class: 'invalid_token', ill: false, next: true });
    expect(failure.text?.en).toContain(first.facts.genTime);
  });

  test('a token that is both old and wrong is the provider’s fault', async () => {
    const driver = await driveCincel();
    const foreign = await cincel.stamp(someDigest());
    cincel.suffer({ status: 200, body: foreign }, ({ url }) => url.endsWith('.asn1'));
    driver.advance(6 * 60_000);
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(INVALID);
  });
});

describe('mifiel', () => {
  test.for([
    { status: 400, traits: REFUSES_REQUEST },
    { status: 401, traits: REFUSES_US },
    { status: 402, traits: OUT_OF_CREDIT },
    { status: 404, traits: REFUSES_US },
    { status: 405, traits: REFUSES_US },
    { status: 406, traits: REFUSES_US },
    { status: 410, traits: REFUSES_REQUEST },
    { status: 422, traits: REFUSES_REQUEST },
    { status: 429, traits: REFUSES_US },
    { status: 500, traits: REFUSES_US },
    { status: 503, traits: REFUSES_US },
  ])('an order answered with $status', async ({ status, traits }) => {
    const driver = await driveMifiel();
    mifiel.suffer(jsend(status, 'no hay constancia'), isOrder);
    const failure = await failureOf(driver.stamp());
    expect(traitsOf(failure)).toEqual(traits);
    expect(failure.message).toContain('no hay constancia');
  });

  test('Retry-After as a date becomes seconds, an hour at most', async () => {
    const driver = await driveMifiel();
    const inTwoHours = new Date(Date.now() + 7_200_000).toUTCString();
    mifiel.suffer(jsend(429, 'slow down', { 'retry-after': inTwoHours }), isOrder);
    expect((await failureOf(driver.stamp())).retryAfterSeconds).toBe(3_600);
  });

  test('an order filled before the connection was lost is fetched by its id, not bought again', async () => {
    const driver = await driveMifiel();
    const { sold } = mifiel.account;
    mifiel.suffer('stamp and lose', isOrder);
    await driver.stamp();
    expect(mifiel.account.sold).toBe(sold + 1);
    expect(mifiel.requests.slice(-2).map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  test('an order lost before it was filled is placed again, after a look-up', async () => {
    const driver = await driveMifiel();
    const { sold } = mifiel.account;
    mifiel.suffer('lose', isOrder);
    await driver.stamp();
    expect(mifiel.account.sold).toBe(sold + 1);
    expect(mifiel.requests.slice(-3).map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  test('an order that was filled but answered with 500 is fetched by its id', async () => {
    const driver = await driveMifiel();
    const [sha256, id] = [someDigest(), someId()];
    await driver.stamp(sha256, id);
    const { sold } = mifiel.account;
    mifiel.suffer(jsend(500, 'Internal error'), isOrder);
    await driver.stamp(sha256, id);
    expect(mifiel.account.sold).toBe(sold);
  });

  test('an empty list means not found, and a list of one is the result', async () => {
    const driver = await driveMifiel();
    const sha256 = someDigest();
    mifiel.suffer('lose', isOrder);
    mifiel.suffer(json(200, []), ({ method }) => method === 'GET');
    await driver.stamp();
    mifiel.suffer('lose', isOrder);
    const nom151 = Buffer.from(await mifiel.stamp(sha256)).toString('base64');
    mifiel.suffer(json(200, [{ id: 'x', nom151 }]), ({ method }) => method === 'GET');
    const { sold } = mifiel.account;
    await driver.stamp(sha256);
    expect(mifiel.account.sold).toBe(sold);
  });

  test.for(['not json', '{}', '{"nom151":"no base64!"}', 'null', '{"nom151":7}'])(
    'an answer without a constancia is invalid_token: %s',
    async (body) => {
      const driver = await driveMifiel();
      mifiel.suffer({ status: 200, body }, isOrder);
      expect(traitsOf(await failureOf(driver.stamp()))).toEqual(INVALID);
    },
  );
});

describe('advantage', () => {
  test.for([
    { fault: 'Usuario o clave incorrectos', traits: REFUSES_US },
    { fault: 'La entidad no tiene saldo disponible', traits: OUT_OF_CREDIT },
    { fault: 'La solicitud no cumple con el formato', traits: REFUSES_REQUEST },
    { fault: 'Server was unable to process request. ---> Timeout expired <db>', traits: REFUSES_US },
  ])('the SOAP fault "$fault"', async ({ fault, traits }) => {
    const driver = await driveAdvantage();
    advantage.suffer(soapFault('soap:Server', fault));
    const failure = await failureOf(driver.stamp());
    expect(traitsOf(failure)).toEqual(traits);
    expect(failure.message).toContain(fault);
  });

  test('a policy unknown to the authority is refused', async () => {
    const driver = await driveAdvantage({ policy: '1.2.3' });
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(REFUSES_REQUEST);
  });

  test.for([
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><br></html>' }],
    ['an envelope without a body', { status: 200, body: '<Envelope><Header/></Envelope>' }],
    [
      'a document type',
      { status: 200, body: '<!DOCTYPE x [<!ENTITY e "v">]><Envelope><Body><a/></Body></Envelope>' },
    ],
  ] as [string, PscReply][])('%s instead of SOAP is invalid_token', async ([, reply]) => {
    const driver = await driveAdvantage();
    advantage.suffer(reply);
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(INVALID);
  });

  test('a 500 without a SOAP fault is a provider error', async () => {
    const driver = await driveAdvantage();
    advantage.suffer({ status: 500, headers: { 'content-type': 'text/html' }, body: '<html>' });
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(REFUSES_US);
  });
});

describe('pscworld', () => {
  test.for([
    { code: 'EMPRESA_SIN_SALDO', traits: OUT_OF_CREDIT },
    { code: 'USUARIO_NO_PROPORCIONADO', traits: REFUSES_US },
    { code: 'PASSWORD_NO_PROPORCIONADO', traits: REFUSES_US },
    { code: 'USUARIO_INCORRECTO', traits: REFUSES_US },
    { code: 'PASSWORD_INCORRECTO', traits: REFUSES_US },
    { code: 'ERROR_USUARIO_NO_EXISTENTE', traits: REFUSES_US },
    { code: 'EMPRESA_NO_ACTIVA', traits: REFUSES_US },
    { code: 'SOMETHING_NEW', traits: REFUSES_US },
    { code: 'ID_NO_PROPORCIONADO', traits: REFUSES_REQUEST },
    { code: 'BASE64_NO_PROPORCIONADO', traits: REFUSES_REQUEST },
    { code: 'HASH_NO_ES_SHA256', traits: REFUSES_REQUEST },
    { code: 'CERTIFICADO_INCORRECTO', traits: REFUSES_REQUEST },
    { code: 'OID_INCORRECTO', traits: REFUSES_REQUEST },
  ])('ERROR: $code', async ({ code, traits }) => {
    const driver = await drivePscWorld();
    pscworld.suffer(result('Genera', `ERROR: ${code}`));
    const failure = await failureOf(driver.stamp());
    expect(traitsOf(failure)).toEqual(traits);
    expect(failure.message).toContain(code);
  });

  test('an order filled before the connection was lost is recovered, not bought again', async () => {
    const driver = await drivePscWorld();
    const { sold } = pscworld.account;
    pscworld.suffer('stamp and lose');
    await driver.stamp();
    expect(pscworld.account.sold).toBe(sold + 1);
  });

  test('an order looked up too early is still bought once', async () => {
    const driver = await drivePscWorld();
    const { sold } = pscworld.account;
    pscworld.suffer('stamp and lose');
    pscworld.suffer(result('Recupera', 'ERROR: CONSTANCIA_NO_ENCONTRADA'));
    await driver.stamp();
    expect(pscworld.account.sold).toBe(sold + 1);
  });

  test('a taken identifier without a constancia is a provider error', async () => {
    const driver = await drivePscWorld();
    pscworld.suffer(result('Genera', 'ERROR: IDENTIFICADOR_EXISTENTE'));
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(REFUSES_US);
  });

  test('a constancia is recovered after a SOAP fault', async () => {
    const driver = await drivePscWorld();
    const [sha256, id] = [someDigest(), someId()];
    await driver.stamp(sha256, id);
    const { sold } = pscworld.account;
    pscworld.suffer(soapFault('s:Server', 'internal error'));
    await driver.stamp(sha256, id);
    expect(pscworld.account.sold).toBe(sold);
  });
});

describe('rfc3161', () => {
  test('a bare token is wrapped in a response', async () => {
    const driver = await drive(advantage, { dialect: 'rfc3161', nonce: false });
    const sha256 = someDigest();
    const tsr = await advantage.stamp(sha256);
    // SEQUENCE with two length octets, then the status `granted` of five octets.
    const token = tsr.subarray(4 + 5);
    advantage.suffer({ status: 200, body: token });
    const stamp = await driver.stamp(sha256);
    expect(Buffer.from(stamp.tsr).subarray(-token.length).equals(token)).toBe(true);
    advantage.suffer({ status: 200, body: stamp.tsr });
    expect((await driver.stamp(sha256)).tsr).toEqual(Buffer.from(stamp.tsr));
  });

  test.for([
    { status: 401, traits: REFUSES_US },
    { status: 402, traits: OUT_OF_CREDIT },
    { status: 404, traits: REFUSES_US },
    { status: 413, traits: REFUSES_REQUEST },
    { status: 429, traits: REFUSES_US },
    { status: 302, traits: REFUSES_US },
  ])('status $status', async ({ status, traits }) => {
    const driver = await drive(advantage, { dialect: 'rfc3161' });
    advantage.suffer({ status, headers: { location: 'http://127.0.0.1:9/' } });
    expect(traitsOf(await failureOf(driver.stamp()))).toEqual(traits);
  });
});
