import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('only visits of the public page itself are counted as views', async ({ sello }) => {
  const { call, newKey } = await signUp(sello);
  const { secret } = await newKey({ name: 'certifies', mode: 'test' });
  const { id, qr_verification_url: url } = await sello.certify(secret, 'looked at');
  const path = new URL(url).pathname;
  const page = async () => (await call('GET', `/certificates/${id}/page`)).body.page;
  expect(await page()).toEqual({ url, is_on: true, hides_names: false, names_account: true, views: 0 });
  for (const headers of [{}, { 'sec-fetch-dest': 'document' }, { 'sec-fetch-dest': 'empty' }])
    expect((await sello.call('GET', path, { headers })).status).toBe(200);
  await sello.call('HEAD', path);
  await sello.call('GET', `${path}.json`);
  await expect.poll(async () => (await page()).views).toBe(2);
});

test('an account that shows its name is named on its public pages; new accounts do so by default', async ({
  sello,
}) => {
  const { call, newKey, account } = await signUp(sello);
  const { secret } = await newKey({ name: 'certifies', mode: 'test' });
  const { qr_verification_url: url } = await sello.certify(secret, 'named');
  const path = new URL(url).pathname;
  const by = async () => (await sello.call('GET', `${path}.json`)).body.certified_by;
  expect([account.shows_name, await by()]).toEqual([true, account.name]);
  expect((await sello.call('GET', `${path}?lang=en`)).text).toContain('Certified by');
  expect((await call('PATCH', '/account', { shows_name: false })).body.account.shows_name).toBe(false);
  expect(await by()).toBeNull();
  const { text } = await sello.call('GET', `${path}?lang=en`);
  expect(text).not.toContain('Certified by');
});
