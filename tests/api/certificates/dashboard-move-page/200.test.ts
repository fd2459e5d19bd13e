import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('the page gets a new address, and the old one stops working', async ({ sello }) => {
  const { call, newKey } = await signUp(sello);
  const { secret } = await newKey({ name: 'certifies', mode: 'test' });
  const { id, qr_verification_url: before } = await sello.certify(secret, 'to move');
  const { status, body } = await call('POST', `/certificates/${id}/page/address`);
  const { url } = body.page;
  expect([status, url === before]).toEqual([200, false]);
  expect((await sello.call('GET', new URL(before).pathname)).status).toBe(404);
  expect((await sello.call('GET', new URL(url).pathname)).status).toBe(200);
  expect((await call('GET', `/certificates/${id}`)).body.certificate.qr_verification_url).toBe(url);
  const [event] = (await call('GET', '/audit')).body.events;
  expect(event).toMatchObject({ action: 'certificate.change', target: id });
  // Not every reader of the audit log may open the page, so the event must not contain the page's code.
  expect(JSON.stringify(event)).not.toContain(url.split('/').at(-1));
});
