import { beforeAll, expect, test } from 'vitest';
import { openFaultyPsc } from '../../harness/faulty-psc.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { takeStock } from '../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

let other: TestSello;
const psc = forFile(openFaultyPsc);
const sello = forFile(() => openTestSello(psc.env));
beforeAll(async () => {
  other = await sello.another();
});

const post = (process: TestSello, { key }: TestAccount, idempotencyKey: string) => {
  const form = fileForm('only once');
  return process.call('POST', `${API}/certificates`, {
    key,
    payload: form.payload,
    headers: { ...form.headers, 'idempotency-key': idempotencyKey },
  });
};

test('P18 100 parallel uploads with one Idempotency-Key make 1 certificate, with 1 stamp and 1 of the allowance', async () => {
  const caller = await sello.newAccount({ certificates: 10 });
  const calls = psc.calls;
  const crowd = Array.from({ length: 100 }, (_, number) =>
    post(number % 2 === 0 ? sello : other, caller, 'crowd'),
  );
  const answers = await Promise.all(crowd);
  const made = answers.filter(({ status }) => status === 201);
  const fresh = made.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
  expect(fresh).toHaveLength(1);
  expect(new Set(made.map(({ text }) => text))).toEqual(new Set([fresh[0]?.text]));
  const others = answers.filter(({ status }) => status !== 201);
  expect(others.every(({ status, body }) => status === 409 && body.error === 'idempotency_in_progress')).toBe(
    true,
  );
  expect(psc.calls - calls).toBe(1);
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 9,
    certificates: 1,
    reservations: 0,
    idempotencyKeys: 1,
    incoming: [],
  });
});

test('P18 a process that seemed dead cannot finish a request that another has taken over', async () => {
  const caller = await sello.newAccount({ certificates: 10 });
  const calls = psc.calls;
  const release = psc.hold();
  const first = post(sello, caller, 'taken-over');
  await psc.arrived(calls + 1);
  // To the other process it looks as if the first had lost its database connection.
  await sello.database.query(
    'update idempotency_keys set owner = -1 where account_id = $1',
    [caller.account.id],
    'lose',
  );
  const second = post(other, caller, 'taken-over');
  await psc.arrived(calls + 2);
  release();
  const [lost, made] = await Promise.all([first, second]);
  expect([lost.status, lost.body.error]).toEqual([503, 'storage_unavailable']);
  expect(made.status).toBe(201);
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 9,
    certificates: 1,
    reservations: 0,
    idempotencyKeys: 1,
    incoming: [],
  });
  const replay = await post(sello, caller, 'taken-over');
  expect(replay.text).toBe(made.text);
});

test('P18 a returned reservation makes no certificate', async () => {
  const caller = await sello.newAccount({ certificates: 10 });
  const calls = psc.calls;
  const release = psc.hold();
  const held = post(sello, caller, 'handed-back');
  await psc.arrived(calls + 1);
  await sello.database.query(
    'update allowance_reservations set owner = -1 where account_id = $1',
    [caller.account.id],
    'orphan',
  );
  await sello.database.query('select reclaim_reservations()', [], 'reclaim-now');
  expect(await sello.certificatesLeft(caller.account)).toBe(10);
  release();
  expect((await held).status).toBe(503);
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 10,
    certificates: 0,
    reservations: 0,
    idempotencyKeys: 0,
    incoming: [],
  });
});
