/** Nobody fills the disk: the files and keys of an account have ceilings, which hold whatever runs at once. */

import { describe, expect, test } from 'vitest';
import { OPERATOR } from '../../server/src/kernel/actor.ts';
import { revokeKey } from '../../server/src/keys/manage-keys.ts';
import { cookieOf, DASHBOARD, type Person, signUp } from '../harness/dashboard-person.ts';
import { uploadAs } from '../harness/dashboard-upload.ts';
import { expectRefusal } from '../harness/expect-refusal.ts';
import { forFile } from '../harness/for-file.ts';
import { fileForm } from '../harness/multipart.ts';
import { afterOneCall, takeStock } from '../harness/take-stock.ts';
import { API, openTestSello, type TestAccount } from '../harness/test-sello.ts';

const ROOM = 1_000;

const sello = forFile(() => openTestSello({ SELLO_MAX_STORED_BYTES: String(ROOM), SELLO_MAX_KEYS: '5' }));

const post = (key: string, bytes: number, headers: Record<string, string> = {}, at = sello) => {
  const form = fileForm(Buffer.alloc(bytes, String(Math.random())));
  const all = { ...form.headers, ...headers };
  return at.call('POST', `${API}/certificates`, { key, payload: form.payload, headers: all });
};

async function storedBytes({ account }: TestAccount, livemode = true): Promise<number> {
  const [row] = await sello.database.query(
    `select n.stored_bytes, coalesce(sum(c.file_size), 0)::bigint as summed
       from certificate_counts n left join certificates c using (account_id, livemode)
      where account_id = $1 and livemode = $2 group by n.stored_bytes`,
    [account.id, livemode],
    'stored',
  );
  expect(row?.stored_bytes).toBe(row?.summed);
  return Number(row?.stored_bytes);
}

describe('stored bytes', () => {
  test('the last byte that fits is accepted and the next refused, by name, with nothing used up', async () => {
    const caller = await sello.newAccount({ certificates: 9 });
    expect((await post(caller.key, ROOM - 1)).status).toBe(201);
    const before = await takeStock(sello, caller);
    const refused = await post(caller.key, 2);
    const message = expectRefusal(refused, 402, 'storage_full');
    expect(message).toContain('SELLO_MAX_STORED_BYTES');
    expect(message).toContain('operator');
    expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
    expect((await post(caller.key, 1)).status).toBe(201);
    expect(await storedBytes(caller)).toBe(ROOM);
    // The account is full, so this is refused before the file is read.
    const spanish = await post(caller.key, 1, { 'accept-language': 'es' });
    expect(expectRefusal(spanish, 402, 'storage_full')).toContain('Pida más espacio al operador');
    expect(await storedBytes(caller)).toBe(ROOM);
  });

  test('the same bytes count once per certificate, and each mode by itself', async () => {
    const caller = await sello.newAccount();
    const { key } = await sello.newKey(caller.account, { mode: 'test' });
    for (let i = 0; i < 2; i++) await sello.certify(caller.key, 'x'.repeat(400));
    expect(await storedBytes(caller)).toBe(800);
    expectRefusal(await post(caller.key, 400), 402, 'storage_full');
    expect((await post(key, 400)).status).toBe(201);
    expect(await storedBytes(caller, false)).toBe(400);
  });

  test.each([
    [100, 'reserving'],
    [5_000, 'without reservations'],
  ])('many uploads at once in two processes never pass it (%i left, %s)', async (certificates) => {
    const caller = await sello.newAccount({ certificates });
    const places = [sello, await sello.another()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const headers: Record<string, string> = i % 4 === 0 ? { 'idempotency-key': `cap-${i}` } : {};
        return post(caller.key, 90, headers, places[i % 2]);
      }),
    );
    const made = answers.filter(({ status }) => status === 201);
    for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 402, 'storage_full');
    expect(made).toHaveLength(Math.floor(ROOM / 90));
    expect(await storedBytes(caller)).toBe(90 * made.length);
    expect(await takeStock(sello, caller)).toMatchObject({
      certificates: made.length,
      certificatesLeft: certificates - made.length,
      reservations: 0,
    });
  });

  test('an Idempotency-Key that was refused because the account was full works once there is room', async () => {
    const caller = await sello.newAccount();
    await sello.certify(caller.key, 'x'.repeat(ROOM));
    const headers = { 'idempotency-key': 'full' };
    expectRefusal(await post(caller.key, 10, headers), 402, 'storage_full');
    const roomier = await sello.another({ SELLO_MAX_STORED_BYTES: String(2 * ROOM) });
    expect((await post(caller.key, 10, headers, roomier)).status).toBe(201);
  });

  test('people in the dashboard have the same ceiling', async () => {
    const person = await signUp(sello);
    expect((await uploadAs(person, 'x'.repeat(ROOM), { mode: 'test' })).status).toBe(201);
    expectRefusal(await uploadAs(person, 'y', { mode: 'test' }), 402, 'storage_full');
    expect((await uploadAs(person, 'y')).status).toBe(201);
  });
});

describe('records of test mode', () => {
  const item = (i: number) => ({ sha256: i.toString(16).padStart(64, '0'), file_name: `${i}.pdf` });

  test('P105: test certificates have a cap, in batches and one by one; live ones and other accounts do not count', async () => {
    const small = await openTestSello({ SELLO_MAX_TEST_CERTIFICATES: '12' });
    try {
      const caller = await small.newAccount();
      const { key } = await small.newKey(caller.account, { mode: 'test' });
      const batch = (items: number, of = key) =>
        small.call('POST', `${API}/batches`, {
          key: of,
          payload: { items: Array.from({ length: items }, (_, i) => item(i)) },
        });
      const answers = await Promise.all([batch(5), batch(5), batch(5), batch(5)]);
      const refused = answers.filter(({ status }) => status !== 202);
      expect(refused).toHaveLength(2);
      for (const answer of refused)
        expect(expectRefusal(answer, 402, 'storage_full')).toContain('SELLO_MAX_TEST_CERTIFICATES');
      expect((await batch(20, caller.key)).status).toBe(202);
      const single = await small.newAccount();
      const { key: singleKey } = await small.newKey(single.account, { mode: 'test' });
      for (let i = 0; i < 12; i++)
        expect(
          (await small.call('POST', `${API}/certificates`, { key: singleKey, payload: item(i) })).status,
        ).toBe(201);
      const full = await small.call('POST', `${API}/certificates`, { key: singleKey, payload: item(99) });
      expect(expectRefusal(full, 402, 'storage_full')).toContain('12 test certificates');
      expect((await post(singleKey, 10, {}, small)).status).toBe(402);
      await small.certify(single.key, 'a live one');
    } finally {
      await small.close();
    }
  });

  test('P105: of many uploads at once in two processes, beside a batch, no more than the cap are made', async () => {
    const small = await openTestSello({ SELLO_MAX_TEST_CERTIFICATES: '12' });
    try {
      const places = [small, await small.another()];
      const { account } = await small.newAccount();
      const { key } = await small.newKey(account, { mode: 'test' });
      const items = [1, 2, 3].map(item);
      const [batch, ...singles] = await Promise.all([
        small.call('POST', `${API}/batches`, { key, payload: { items } }),
        ...Array.from({ length: 30 }, (_, i) => {
          const headers: Record<string, string> = i % 4 === 0 ? { 'idempotency-key': `test-${i}` } : {};
          return post(key, 10 + i, headers, places[i % 2]);
        }),
      ]);
      const made = singles.filter(({ status }) => status === 201);
      for (const answer of singles) if (answer.status !== 201) expectRefusal(answer, 402, 'storage_full');
      // How many certificates were made depends on which came first: the batch, or the last of the other requests.
      expect(made).toHaveLength(batch?.status === 202 ? 9 : 12);
    } finally {
      await small.close();
    }
  });
});

describe('keys', () => {
  const make = (person: Person) => person.call('POST', '/keys', { name: 'one more', mode: 'test' });

  test('an account has as many keys as it may have, whatever is asked at once; a revoked one makes room', async () => {
    const person = await signUp(sello);
    const answers = await Promise.all(Array.from({ length: 12 }, () => make(person)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status !== 201);
    const message = refused && expectRefusal(refused, 409, 'too_many_keys');
    expect(message).toContain('SELLO_MAX_KEYS');
    expect(message).toContain('Revoke');
    const { keys } = (await person.call('GET', '/keys')).body;
    expect(keys).toHaveLength(5);
    await person.call('DELETE', `/keys/${keys[0].id}`, {});
    expect((await make(person)).status).toBe(201);
    expectRefusal(await make(person), 409, 'too_many_keys');
  });

  test('expired keys count, because they can be given a later end', async () => {
    const caller = await sello.newAccount();
    const expiresAt = new Date(sello.ports.now().getTime() + 60_000);
    for (let i = 0; i < 4; i++) await sello.newKey(caller.account, { expiresAt });
    sello.advance(61_000);
    await expect(sello.newKey(caller.account)).rejects.toMatchObject({ code: 'too_many_keys' });
    await revokeKey(sello.ports, caller.account, caller.apiKey.id, undefined, OPERATOR);
    await sello.newKey(caller.account);
  });
});

describe('uploads in the dashboard', () => {
  const RATE = 60;

  test('have the rate of a key, over all sessions, modes and processes of the account together', async () => {
    const roomy = await openTestSello();
    try {
      const person = await signUp(roomy);
      const { email, password } = person;
      const login = await roomy.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
      const sessions = [person.cookie, cookieOf(login)];
      const places = [roomy, await roomy.another()];
      const upload = (i: number) => {
        const { payload, headers } = fileForm(`flood ${i}`);
        const cookie = sessions[i % 2] ?? '';
        const at = places[(i >> 1) % 2] ?? roomy;
        return at.call('POST', `${DASHBOARD}/certificates?mode=test`, {
          payload,
          headers: { ...headers, cookie },
        });
      };
      const answers = await Promise.all(Array.from({ length: RATE + 20 }, (_, i) => upload(i)));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(20);
      for (const answer of refused) {
        expectRefusal(answer, 429, 'rate_limit_exceeded');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      }
      // The limit holds for any 60 seconds: not twice as many are taken around the turn of a minute.
      roomy.advance(30_000);
      expect((await upload(0)).status).toBe(429);
      roomy.advance(31_000);
      const next = await Promise.all(Array.from({ length: RATE + 1 }, (_, i) => upload(i)));
      expect(next.filter(({ status }) => status === 201)).toHaveLength(RATE);
      // Reading, and other accounts, are not affected.
      expect((await person.call('GET', '/certificates')).status).toBe(200);
      expect((await uploadAs(await signUp(roomy), 'another account')).status).toBe(201);
    } finally {
      await roomy.close();
    }
  });
});
