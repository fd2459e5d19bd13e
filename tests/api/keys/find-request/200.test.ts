import { signUp } from '../../../harness/dashboard-person.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('a request is found by the id of its answer, with what was asked and answered, and the key', async ({
  sello,
}) => {
  const person = await signUp(sello);
  const { id: keyId, secret: key } = await person.newKey({ name: 'shop' });
  const { id } = await sello.certify(key, 'one');
  const good = await sello.call('GET', `${API}/certificates/${id}?wait=certified&timeout=1`, { key });
  const bad = await sello.call('GET', `${API}/certificates?limit=0`, { key });
  const found = async (requestId: unknown) =>
    (await person.call('GET', `/requests/${requestId}`)).body.request;
  expect(await found(good.headers['x-request-id'])).toEqual({
    id: good.headers['x-request-id'],
    mode: 'live',
    key_id: keyId,
    at: expect.stringMatching(/^20/),
    method: 'GET',
    path: `${API}/certificates/${id}`,
    status: 200,
    error: null,
    duration_ms: expect.any(Number),
  });
  expect(await found(bad.headers['x-request-id'])).toMatchObject({
    path: `${API}/certificates`,
    status: 422,
    error: 'validation_failed',
  });
});

test("neither body, query, the caller's address nor a person's name is stored", async ({ sello }) => {
  const person = await signUp(sello);
  const { secret: key } = await person.newKey();
  const curp = 'GOMC850505HDFRRL04';
  await sello.call('POST', `${API}/members`, {
    key,
    payload: { given_name: 'Zoraida', first_surname: 'Quintero' },
  });
  await sello.call('GET', `${API}/members?q=Quintero`, { key });
  await sello.call('GET', `${API}/members/${curp}`, { key });
  await sello.ports.answeredRequests.flush();
  const rows = await sello.database.query(
    'select r::text as row from answered_requests r where account_id = $1',
    [person.account.id],
    'all',
  );
  expect(rows).toHaveLength(3);
  for (const { row } of rows) expect(row).not.toMatch(new RegExp(`Zoraida|Quintero|${curp}|127\\.0\\.0\\.1`));
});

test('certifying does not wait for these rows: one statement writes many requests', async ({ sello }) => {
  const person = await signUp(sello);
  const { secret: key } = await person.newKey({ name: 'busy', rate_per_minute: 600 });
  await sello.ports.answeredRequests.flush();
  const calls = await Promise.all(
    Array.from({ length: 20 }, () => sello.call('GET', `${API}/certificates`, { key })),
  );
  await sello.ports.answeredRequests.flush();
  const [count] = await sello.database.query(
    'select count(*)::int as requests, count(distinct xmin::text)::int as statements from answered_requests where account_id = $1',
    [person.account.id],
    'count',
  );
  expect(calls.every(({ status }) => status === 200)).toBe(true);
  expect(count?.requests).toBe(20);
  // The background task also writes once a second, so there may be one more statement.
  expect(count?.statements).toBeLessThanOrEqual(3);
});
