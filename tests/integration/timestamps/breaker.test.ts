import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED_POLICY } from '../../../server/src/timestamps/authority/authority.ts';
import { CINCEL_LOGIN, type CincelServer, openCincelServer } from '../../harness/cincel-server.ts';
import { type FaultyPsc, openFaultyPsc } from '../../harness/faulty-psc.ts';
import { jsend, MIFIEL_APP, type MifielServer, openMifielServer } from '../../harness/mifiel-server.ts';
import { fileForm } from '../../harness/multipart.ts';
import { openPscWorldServer, PSCWORLD_LOGIN, type PscWorldServer } from '../../harness/pscworld-server.ts';
import { takeStock } from '../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

let faulty: FaultyPsc;
let cincel: CincelServer;
let mifiel: MifielServer;
let pscworld: PscWorldServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-psc-file-'));
  faulty = await openFaultyPsc();
  cincel = await openCincelServer();
  mifiel = await openMifielServer();
  pscworld = await openPscWorldServer();
});
afterAll(async () => {
  for (const server of [faulty, cincel, mifiel, pscworld]) await server.close();
  await rm(folder, { recursive: true, force: true });
});

let sello: TestSello;
let caller: TestAccount;
afterEach(async () => {
  faulty.behave('honest');
  await sello.close();
});

async function open(env: Record<string, string | undefined>): Promise<void> {
  sello = await openTestSello(env);
  caller = await sello.newAccount({ certificates: 100 });
}

/** Opens a Sello with these providers in order. */
async function openWith(...providers: object[]): Promise<void> {
  const trust = { policies: [EMBEDDED_POLICY], accredited: false };
  const content = {
    providers,
    trust: [
      { ...trust, name: 'faulty', roots: [faulty.env.SELLO_PSC_ROOTS] },
      { ...trust, name: 'cincel', roots: [cincel.rootsFile] },
      { ...trust, name: 'mifiel', roots: [mifiel.rootsFile] },
      { ...trust, name: 'pscworld', roots: [pscworld.rootsFile] },
    ],
  };
  const file = path.join(folder, 'psc.json');
  await writeFile(file, JSON.stringify(content));
  await open({
    SELLO_PSC_FILE: file,
    SELLO_PSC_TIMEOUT_MS: '20000',
    MIFIEL_APP: `${MIFIEL_APP.id}:${MIFIEL_APP.secret}`,
  });
}

const asFaulty = (more: object = {}) => ({
  name: 'First PSC',
  url: faulty.env.SELLO_PSC_URL,
  trust: ['faulty'],
  ...more,
});
const asPscWorld = () => ({
  name: 'Second PSC',
  dialect: 'pscworld',
  url: pscworld.url,
  basic: `${PSCWORLD_LOGIN.user}:${PSCWORLD_LOGIN.password}`,
  trust: ['pscworld'],
});

let posted = 0;
function post(content?: string) {
  posted += 1;
  const form = fileForm(content ?? `document ${posted}`);
  return sello.call('POST', `${API}/certificates`, { key: caller.key, ...form });
}

async function failFiveTimes(): Promise<void> {
  for (const _ of [1, 2, 3, 4, 5]) expect((await post()).status).toBe(502);
}

const events = (name: string) =>
  sello.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === name);

describe('P08 one provider', () => {
  test('P08 after five failures in a row callers are refused at once, and the provider gets no requests', async () => {
    await open(faulty.env);
    faulty.behave('server error');
    const before = await takeStock(sello, caller);
    await failFiveTimes();
    const { calls } = faulty;
    const durations: number[] = [];
    for (const _ of [1, 2, 3]) {
      const startedAt = performance.now();
      const { status, body, headers } = await post();
      durations.push(performance.now() - startedAt);
      expect([status, body.error]).toEqual([502, 'psc_unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
    }
    expect(Math.min(...durations)).toBeLessThanOrEqual(250);
    expect(faulty.calls).toBe(calls);
    expect(await takeStock(sello, caller)).toEqual(before);
    expect(events('psc.breaker_opened')).toMatchObject([{ provider: 'Faulty PSC', class: 'rejected' }]);
  });

  test('P08 four failures with a stamp in between leave the breaker closed', async () => {
    await open(faulty.env);
    for (const _ of [1, 2]) {
      faulty.behave('garbage');
      for (const _ of [1, 2, 3, 4]) expect((await post()).body.error).toBe('psc_error');
      faulty.behave('honest');
      expect((await post()).status).toBe(201);
    }
  });

  test('P08 one probe is sent every 30 seconds, however many wait, and a successful one closes the breaker', async () => {
    await open(faulty.env);
    faulty.behave('server error');
    await failFiveTimes();
    for (const _ of [1, 2]) {
      const { calls } = faulty;
      sello.advance(29_000);
      expect((await post()).body.error).toBe('psc_unavailable');
      expect(faulty.calls).toBe(calls);
      sello.advance(1_001);
      const answers = await Promise.all(Array.from({ length: 8 }, () => post()));
      expect(faulty.calls).toBe(calls + 1);
      const errors = answers.map(({ body }) => body.error).sort();
      expect(errors).toEqual(['psc_error', ...Array.from({ length: 7 }, () => 'psc_unavailable')]);
    }
    faulty.behave('honest');
    expect((await post()).status).toBe(502);
    sello.advance(30_001);
    expect((await post()).status).toBe(201);
    expect((await post()).status).toBe(201);
    expect(events('psc.breaker_closed')).toHaveLength(1);
  });

  test('P08 reads, test keys and other processes work while it is open', async () => {
    await open(faulty.env);
    const { id } = await sello.certify(caller.key);
    faulty.behave('server error');
    await failFiveTimes();
    expect((await post()).body.error).toBe('psc_unavailable');
    const read = await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151`, { key: caller.key });
    expect(read.status).toBe(200);
    const { key } = await sello.newKey(caller.account, { mode: 'test' });
    await sello.certify(key);
    faulty.behave('honest');
    const other = await sello.another();
    await other.certify(caller.key);
  });

  test('P08 a provider that refuses requests does not count as down', async () => {
    await openWith({
      name: 'Mifiel',
      dialect: 'mifiel',
      url: mifiel.url,
      basic_env: 'MIFIEL_APP',
      trust: ['mifiel'],
    });
    for (let request = 0; request < 6; request += 1) {
      mifiel.suffer(jsend(422, { hash: ['is invalid'] }));
      expect((await post()).body.error).toBe('psc_error');
    }
    expect((await post()).body.certificate.nom151.psc).toBe('Mifiel');
  });
});

describe('P08 a second provider takes over', () => {
  const takenOver = async (because: string) => {
    const { status, body } = await post();
    expect(status).toBe(201);
    expect(body.certificate.nom151.psc).toBe('Second PSC');
    const from = [{ provider: 'First PSC', because }];
    expect(events('psc.took_over').at(-1)).toMatchObject({ level: 'warn', provider: 'Second PSC', from });
  };

  test('P08 at once when the first cannot be reached, and without asking it while its breaker is open', async () => {
    await openWith(asFaulty(), asPscWorld());
    expect((await post()).body.certificate.nom151.psc).toBe('First PSC');
    await faulty.refuse();
    for (const _ of [1, 2, 3, 4, 5]) await takenOver('unreachable');
    await faulty.listen();
    const { calls } = faulty;
    await takenOver('breaker open');
    expect(faulty.calls).toBe(calls);
    sello.advance(30_001);
    expect((await post()).body.certificate.nom151.psc).toBe('First PSC');
    expect(events('psc.failed')[0]).toMatchObject({
      level: 'warn',
      provider: 'First PSC',
      class: 'unreachable',
    });
    expect(events('psc.failed')[0].reason).toContain('ECONNREFUSED');
    expect(events('psc.failed')[0].ms).toBeGreaterThanOrEqual(0);
  });

  test('P08 when the first is silent, within the whole deadline', async () => {
    await openWith(asFaulty({ timeout_ms: 300 }), asPscWorld());
    faulty.behave('silence');
    await takenOver('timeout');
  });

  test('P08 when the first has an internal error', async () => {
    await openWith(asFaulty(), asPscWorld());
    faulty.behave('server error');
    await takenOver('rejected');
  });

  test('P08 when the first is out of credit', async () => {
    await openWith(
      { name: 'First PSC', dialect: 'mifiel', url: mifiel.url, basic_env: 'MIFIEL_APP', trust: ['mifiel'] },
      asPscWorld(),
    );
    const { credits } = mifiel.account;
    mifiel.account.credits = 0;
    await takenOver('out_of_credit');
    mifiel.account.credits = credits;
  });

  test('P08 when the first has an old stamp of the same bytes and makes no new one', async () => {
    await openWith(
      { name: 'First PSC', dialect: 'cincel', url: cincel.url, basic: CINCEL_LOGIN, trust: ['cincel'] },
      asPscWorld(),
    );
    expect((await post('same bytes')).body.certificate.nom151.psc).toBe('First PSC');
    sello.advance(360_000);
    pscworld.clock.offsetMs = 360_000;
    const again = await post('same bytes');
    pscworld.clock.offsetMs = 0;
    expect(again.body.certificate.nom151.psc).toBe('Second PSC');
  });

  test('P08 but not when the token is invalid: that is reported, until the breaker opens', async () => {
    await openWith(asFaulty(), asPscWorld());
    faulty.behave('wrong imprint');
    const { sold } = pscworld.account;
    for (const _ of [1, 2, 3, 4, 5]) expect((await post()).body.error).toBe('psc_error');
    expect(pscworld.account.sold).toBe(sold);
    await takenOver('breaker open');
    // The probe fails too, but the caller is served by the second provider.
    sello.advance(30_001);
    await takenOver('invalid_token');
  });

  test('P08 nor when the request itself is refused', async () => {
    await openWith(
      { name: 'First PSC', dialect: 'mifiel', url: mifiel.url, basic_env: 'MIFIEL_APP', trust: ['mifiel'] },
      asPscWorld(),
    );
    const { sold } = pscworld.account;
    mifiel.suffer(jsend(422, { hash: ['is invalid'] }));
    expect((await post()).body.error).toBe('psc_error');
    expect(pscworld.account.sold).toBe(sold);
  });

  test('P08 with both down, Retry-After is the earliest time that one of them may be asked again', async () => {
    await openWith(asFaulty(), { ...asPscWorld(), url: 'http://127.0.0.1:9/' });
    await faulty.refuse();
    await failFiveTimes();
    sello.advance(10_000);
    const { body, headers } = await post();
    await faulty.listen();
    expect(body.error).toBe('psc_unavailable');
    expect(body.message).toContain('First PSC, Second PSC');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(20);
  });
});
