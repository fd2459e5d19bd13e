import { type Person, signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const DAY_MS = 86_400_000;

const test = base.extend(
  'today',
  ({ sello }) =>
    () =>
      sello.ports.now().toISOString().slice(0, 10),
);

test.beforeAll(async ({ sello }) => {
  // Noon tomorrow: no day ends while these tests run.
  sello.advance(1.5 * DAY_MS - (Date.now() % DAY_MS));
});

const usage = async (person: Person, query = '') => (await person.call('GET', `/usage${query}`)).body;

test('without use there are thirty days of zeros, ending today', async ({ sello, today }) => {
  const person = await signUp(sello);
  const { days, keys, month, allowance } = await usage(person);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({
    date: today(),
    requests: 0,
    certificates: 0,
    test_certificates: 0,
    ok: 0,
    client_errors: 0,
    server_errors: 0,
  });
  expect([keys, month]).toEqual([[], { requests: 0, certificates: 0, test_certificates: 0 }]);
  expect(allowance).toMatchObject({ certificates_left: 5, certificates_made: 0 });
});

test('calls are counted by outcome, refused ones too, and each certificate once', async ({
  sello,
  today,
}) => {
  const person = await signUp(sello);
  const { id, secret: key } = await person.newKey({ name: 'shop', rate_per_minute: 8 });
  const get = (path: string) => sello.call('GET', API + path, { key });
  const { id: certificateId } = await sello.certify(key, 'one');
  await get('/certificates');
  await get(`/certificates/${certificateId}/proof?type=file&format=raw`);
  await get('/certificates/cert_0000000000000000000000');
  await get('/certificates?limit=0');
  const headers = { 'idempotency-key': 'once' };
  const form = { payload: { file_name: 'a', file_base64: 'eA==' }, headers, key };
  await sello.call('POST', `${API}/certificates`, form);
  await sello.call('POST', `${API}/certificates`, form);
  await get('/certificates');
  expect((await get('/certificates')).status).toBe(429);
  await sello.call('GET', `${API}/certificates`);
  await sello.call('GET', `${API}/openapi`, { key });

  const { days, keys, month, allowance } = await usage(person);
  expect(days.at(-1)).toEqual({
    date: today(),
    requests: 9,
    certificates: 2,
    test_certificates: 0,
    ok: 6,
    client_errors: 3,
    server_errors: 0,
  });
  expect(keys).toEqual([{ key_id: id, name: 'shop', mode: 'live', requests: 9, certificates: 2 }]);
  // The month shows what counts against the quota, without the refused call.
  expect(month).toEqual({ requests: 8, certificates: 2, test_certificates: 0 });
  expect(allowance).toMatchObject({ certificates_left: 3, certificates_made: 2 });
});

test('a failure of ours is counted as a server error', async ({ sello }) => {
  const person = await signUp(sello);
  const { secret: key } = await person.newKey();
  const { stamp } = sello.ports.timestamps.live;
  sello.ports.timestamps.live.stamp = () => Promise.reject(new Error('broken'));
  const payload = { file_name: 'a', file_base64: 'eA==' };
  expect((await sello.call('POST', `${API}/certificates`, { key, payload })).status).toBe(500);
  sello.ports.timestamps.live.stamp = stamp;
  const { days } = await usage(person);
  expect(days.at(-1)).toMatchObject({ requests: 1, ok: 0, server_errors: 1, certificates: 0 });
});

test('uploads by a person count as certificates without a key, separately for each mode', async ({
  sello,
}) => {
  const person = await signUp(sello);
  await certifyAs(person, 'live');
  await certifyAs(person, 'test', { mode: 'test' });
  await certifyAs(person, 'another test', { mode: 'test' });
  const { days, keys, month, allowance } = await usage(person);
  expect(days.at(-1)).toMatchObject({ requests: 0, certificates: 1, test_certificates: 2 });
  expect(keys).toEqual([
    { key_id: null, name: null, mode: 'test', requests: 0, certificates: 2 },
    { key_id: null, name: null, mode: 'live', requests: 0, certificates: 1 },
  ]);
  expect(month).toEqual({ requests: 0, certificates: 1, test_certificates: 2 });
  expect(allowance).toMatchObject({ certificates_left: 4, certificates_made: 1 });
});

test('usage can be limited to one key and to a range of days', async ({ sello, today }) => {
  const person = await signUp(sello);
  const [one, other] = [await person.newKey({ name: 'one' }), await person.newKey({ name: 'other' })];
  const call = ({ secret }: { secret: string }) => sello.call('GET', `${API}/certificates`, { key: secret });
  const first = today();
  await call(one);
  await call(other);
  await usage(person);
  sello.advance(DAY_MS);
  await call(one);
  const second = today();
  const requests = async (query: string) =>
    (await usage(person, query)).days.map(({ date, requests }: { date: string; requests: number }) => [
      date,
      requests,
    ]);
  expect(await requests(`?from=${first}&to=${second}`)).toEqual([
    [first, 2],
    [second, 1],
  ]);
  expect(await requests(`?from=${first}&to=${first}`)).toEqual([[first, 2]]);
  expect(await requests(`?from=${first}&to=${second}&key_id=${other.id}`)).toEqual([
    [first, 1],
    [second, 0],
  ]);
  const { keys } = await usage(person, `?from=${first}&to=${second}`);
  expect(keys.map(({ name, requests }: { name: string; requests: number }) => [name, requests])).toEqual([
    ['one', 2],
    ['other', 1],
  ]);
});

test("another account's key shows nothing", async ({ sello }) => {
  const [person, stranger] = [await signUp(sello), await signUp(sello)];
  const { id, secret: key } = await person.newKey();
  await sello.call('GET', `${API}/certificates`, { key });
  const { days, keys } = await usage(stranger, `?key_id=${id}`);
  expect(days.every(({ requests }: { requests: number }) => requests === 0)).toBe(true);
  expect(keys).toEqual([]);
});

test('the month starts on its first day in UTC', async ({ sello }) => {
  const person = await signUp(sello);
  const { secret: key } = await person.newKey();
  await sello.call('GET', `${API}/certificates`, { key });
  expect((await usage(person)).month.requests).toBe(1);
  sello.advance(32 * DAY_MS);
  const cookie = await sello.call('POST', '/api/dashboard/login', {
    payload: { email: person.email, password: person.password },
  });
  const headers = { cookie: String(cookie.headers['set-cookie']).split(';', 1)[0]! };
  const { body } = await sello.call('GET', '/api/dashboard/usage', { headers });
  expect(body.month).toEqual({ requests: 0, certificates: 0, test_certificates: 0 });
});

test('the CSV has one line per day', async ({ sello, today }) => {
  const person = await signUp(sello);
  const { secret: key } = await person.newKey();
  await sello.certify(key, 'x');
  const date = today();
  const { status, headers, text } = await person.call('GET', `/usage.csv?from=${date}&to=${date}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/csv; charset=utf-8/);
  expect(headers['content-disposition']).toBe(`attachment; filename="sello-usage-${date}-${date}.csv"`);
  expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
    'date,requests,certificates,ok,client_errors,server_errors,test_certificates',
    `${date},1,1,1,0,0,0`,
    '',
  ]);
});
