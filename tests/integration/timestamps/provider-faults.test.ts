import { describe, expect, test } from 'vitest';
import { type Behaviour, openFaultyPsc } from '../../harness/faulty-psc.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { takeStock } from '../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

/** Long enough for an honest answer on a busy machine, for faults other than delays. */
const PATIENT_MS = 20_000;
const HASTY_MS = 600;

const FAULTS: { fault: Behaviour; code: string }[] = [
  { fault: 'server error', code: 'psc_error' },
  { fault: 'garbage', code: 'psc_error' },
  { fault: 'nothing', code: 'psc_error' },
  { fault: 'a megabyte', code: 'psc_error' },
  { fault: 'reset before the answer', code: 'psc_error' },
  { fault: 'reset mid-body', code: 'psc_error' },
  { fault: 'cut mid-body', code: 'psc_error' },
  { fault: 'rejection', code: 'psc_error' },
  { fault: 'wrong imprint', code: 'psc_error' },
  { fault: 'wrong nonce', code: 'psc_error' },
  { fault: 'no nonce', code: 'psc_error' },
  { fault: 'no certificates', code: 'psc_error' },
  { fault: 'foreign root', code: 'psc_error' },
  { fault: 'clock six minutes slow', code: 'psc_error' },
  { fault: 'clock six minutes fast', code: 'psc_error' },
  { fault: 'trailing bytes', code: 'psc_error' },
];

const DELAYS: { fault: Behaviour; code: RegExp }[] = [
  { fault: 'silence', code: /^psc_timeout$/ },
  { fault: 'one byte at a time', code: /^psc_timeout$/ },
  // The status already says that it failed; the rest of the body need not be read.
  { fault: 'server error without end', code: /^psc_(error|timeout)$/ },
];

let caller: TestAccount;
const psc = forFile(openFaultyPsc);
const patient = forFile(() => openTestSello({ ...psc.env, SELLO_PSC_TIMEOUT_MS: String(PATIENT_MS) }));
const hasty = forFile(() => openTestSello({ ...psc.env, SELLO_PSC_TIMEOUT_MS: String(HASTY_MS) }));

const post = (sello: TestSello, idempotencyKey: string) => {
  const form = fileForm('to be stamped');
  return sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: form.payload,
    headers: { ...form.headers, 'idempotency-key': idempotencyKey },
  });
};

/** Refused at no cost; then, with an honest provider, the same request is certified. */
async function expectHarmless(sello: TestSello, fault: Behaviour, code: RegExp): Promise<void> {
  caller = await sello.newAccount({ certificates: 1 });
  const before = await takeStock(sello, caller);
  psc.behave(fault);
  const refused = await post(sello, fault.replaceAll(' ', '-'));
  psc.behave('honest');
  expect(refused.status).toBe(502);
  expect(refused.body.error).toMatch(code);
  expect(await takeStock(sello, caller)).toEqual(before);
  const list = await sello.call('GET', `${API}/certificates`, { key: caller.key });
  expect(list.body.pagination.total).toBe(0);
  const retried = await post(sello, fault.replaceAll(' ', '-'));
  expect(retried.status).toBe(201);
  expect(retried.headers['idempotent-replayed']).toBeUndefined();
  expect(await sello.certificatesLeft(caller.account)).toBe(0);
}

describe('P07 a faulty provider makes no certificate and costs nothing', () => {
  test.for(FAULTS)('P07 $fault → $code', async ({ fault, code }) => {
    await expectHarmless(patient, fault, new RegExp(`^${code}$`));
  });

  test('P07 connection refused → psc_unavailable', async () => {
    caller = await patient.newAccount({ certificates: 1 });
    const before = await takeStock(patient, caller);
    await psc.refuse();
    const refused = await post(patient, 'refused');
    await psc.listen();
    expect([refused.status, refused.body.error]).toEqual([502, 'psc_unavailable']);
    expect(await takeStock(patient, caller)).toEqual(before);
    expect((await post(patient, 'refused')).status).toBe(201);
  });
});

describe('P07 a provider that never finishes is abandoned at the deadline', () => {
  test.for(DELAYS)('P07 $fault', async ({ fault, code }) => {
    await expectHarmless(hasty, fault, code);
  });

  test('P07 the deadline cuts the answer short, and the connection with it', async () => {
    caller = await hasty.newAccount();
    const before = psc.trickled;
    psc.behave('one byte at a time');
    const refused = await post(hasty, 'trickle');
    psc.behave('honest');
    expect(refused.body.error).toBe('psc_timeout');
    // Some bytes came, so an idle timeout would not have ended the wait; the complete answer has over a thousand bytes.
    expect(psc.trickled - before).toBeGreaterThan(0);
    expect(psc.trickled - before).toBeLessThan(500);
    psc.closeIdleConnections();
    await expect.poll(() => psc.openConnections).toBe(0);
  });

  test('P07 one slow stamp does not delay the others', async () => {
    caller = await patient.newAccount();
    const calls = psc.calls;
    const release = psc.hold();
    const slow = post(patient, 'slow');
    await psc.arrived(calls + 1);
    expect((await patient.call('GET', `${API}/certificates`, { key: caller.key })).status).toBe(200);
    const { key } = await patient.newKey(caller.account, { mode: 'test' });
    await patient.certify(key);
    release();
    expect((await slow).status).toBe(201);
  });
});

describe('P07 a provider that ends kept-alive connections', () => {
  test.for(['reset of every reused connection', 'end of every reused connection'] as const)(
    'P07 at the moment of reuse does no harm: %s',
    async (behaviour) => {
      caller = await patient.newAccount();
      psc.closeIdleConnections();
      psc.behave(behaviour);
      for (const number of [1, 2, 3]) {
        const { status } = await post(patient, `${behaviour.replaceAll(' ', '-')}-${number}`);
        expect(status).toBe(201);
      }
      psc.behave('honest');
    },
  );

  test('P07 between two calls does no harm', async () => {
    caller = await patient.newAccount();
    expect((await post(patient, 'before')).status).toBe(201);
    psc.closeIdleConnections();
    expect((await post(patient, 'after')).status).toBe(201);
  });
});
