import { type Behaviour, openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend(
    'psc',
    FILE,
    opened(() => openFaultyPsc(1_000)),
  )
  .extend('settings', FILE, ({ psc }) => psc.env)
  .extend('post', ({ sello, client }) => (language: string) => {
    const form = fileForm('x');
    return sello.call('POST', `${API}/certificates`, {
      key: client.key,
      payload: form.payload,
      headers: { ...form.headers, 'accept-language': language },
    });
  })
  .extend(
    'expectRefusal',
    ({ sello, client, post }) =>
      async (code: string, english: string, spanish: string): Promise<void> => {
        const before = await takeStock(sello, client);
        const { status, body, headers } = await post('en');
        expect(status).toBe(502);
        expect(body).toEqual({ error: code, message: expect.stringContaining(english) });
        expect(body.message).toContain('Faulty PSC');
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        expect((await post('es')).body.message).toContain(spanish);
        expect(await takeStock(sello, client)).toEqual(before);
        // The cause goes to the operator's log; callers see neither addresses nor reasons.
        expect(body.message).not.toMatch(/127\.0\.0\.1|ECONN|nonce|imprint|500/);
        const failure = sello.logLines.findLast((line) => line.includes('"request.failed"'));
        expect(JSON.parse(failure ?? '')).toMatchObject({
          level: 'error',
          error: code,
          cause: expect.any(String),
        });
      },
  );

test.for([
  ['server error', 'psc_error', 'did not give a valid time stamp', 'no dio un sello válido'],
  ['wrong imprint', 'psc_error', 'did not give a valid time stamp', 'no dio un sello válido'],
  ['silence', 'psc_timeout', 'did not answer in time', 'no respondió a tiempo'],
] as const satisfies [Behaviour, string, string, string][])(
  'a provider with %s is reported as %s and costs nothing, not even the call',
  async ([behaviour, code, english, spanish], { psc, sello, client, expectRefusal }) => {
    psc.behave(behaviour);
    await expectRefusal(code, english, spanish);
    psc.behave('honest');
    await sello.certify(client.key);
  },
);

test('an unreachable provider is reported as psc_unavailable and costs nothing', async ({
  psc,
  sello,
  client,
  expectRefusal,
}) => {
  await psc.refuse();
  await expectRefusal('psc_unavailable', 'cannot be reached', 'No se puede contactar');
  await psc.listen();
  await sello.certify(client.key);
});

test('a test key does not depend on the provider', async ({ psc, sello, client }) => {
  await psc.refuse();
  const { key } = await sello.newKey(client.account, { mode: 'test' });
  await sello.certify(key);
  await psc.listen();
});
