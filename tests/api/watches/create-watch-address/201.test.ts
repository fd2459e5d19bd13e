import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { newEmail } from '../../../harness/own-page.ts';
import { API } from '../../../harness/test-sello.ts';
import { openEmployer } from '../../../harness/watches.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello);

test('201: the address waits for its confirmation; 200 for the same in other letters; of this account alone', async ({
  world,
}) => {
  const employer = await openEmployer(world.sello);
  const email = newEmail();
  const answer = await employer.call('POST', '/watch-addresses', { email: ` ${email} `, language: 'en' });
  expect(answer.status, answer.text).toBe(201);
  const { watch_address } = answer.body;
  expect(watch_address).toEqual({
    id: expect.stringMatching(/^wad_/),
    object: 'watch_address',
    livemode: true,
    email,
    language: 'en',
    status: 'unconfirmed',
    answered_at: null,
    mailed_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  const again = await employer.call('POST', '/watch-addresses', { email: email.toUpperCase() });
  expect([again.status, again.body.watch_address.id]).toEqual([200, watch_address.id]);
  expect((await employer.must('GET', '/watch-addresses')).watch_addresses).toHaveLength(1);
  const other = await openEmployer(world.sello);
  expect((await other.must('GET', '/watch-addresses')).watch_addresses).toEqual([]);
  expect((await other.call('DELETE', `/watch-addresses/${watch_address.id}`)).status).toBe(404);
  const at = new URL(String(answer.headers.location)).pathname.slice(API.length);
  expect((await employer.call('DELETE', at)).status).toBe(204);
  expect((await employer.must('GET', '/watch-addresses')).watch_addresses).toEqual([]);
});

test('an account has five addresses at most', async ({ world }) => {
  const employer = await openEmployer(world.sello);
  for (let i = 0; i < 5; i++) await employer.must('POST', '/watch-addresses', { email: newEmail() });
  const sixth = await employer.call('POST', '/watch-addresses', { email: newEmail() });
  expect([sixth.status, sixth.body.error]).toEqual([422, 'validation_failed']);
});
