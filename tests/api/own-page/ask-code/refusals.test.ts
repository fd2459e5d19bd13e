import { cookieOf } from '../../../harness/dashboard-person.ts';
import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('403 if no mail is configured: the council has to hand over a link, and changes addresses itself', async () => {
  const sello = await shareSello();
  const council = await openCouncil(sello);
  const root = `/api/my/${council.accountId}`;
  const payload = { email: newEmail() };
  expectRefusal(await sello.call('POST', `${root}/code`, { payload }), 403, 'mail_not_configured');
  const { id } = await council.member();
  const { access_link } = await council.must('POST', `/members/${id}/access-link`, {});
  const link = new URL(access_link.url).hash.replace('#link=', '');
  const cookie = cookieOf(await sello.call('POST', `${root}/session`, { payload: { link } }));
  const answer = await sello.call('POST', `${root}/email`, { headers: { cookie }, payload });
  expectRefusal(answer, 403, 'mail_not_configured');
  await sello.close();
});

test('403 from another site', async ({ world }) => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expectRefusal(await world.ask('POST', '/code', { email: newEmail() }, headers), 403, 'forbidden_origin');
});

test('404 for an unknown council', async ({ world }) => {
  for (const account of ['acct_0000000000000000000000', 'nonsense']) {
    const answer = await world.sello.call('POST', `/api/my/${account}/code`, {
      payload: { email: newEmail() },
    });
    expectRefusal(answer, 404, 'not_found');
  }
});

test('422 without an address', async ({ world }) => {
  expectRefusal(await world.ask('POST', '/code', {}), 422, 'validation_failed', /email/);
});

test('429 after five codes for one address and network in an hour, whether or not a member has the address', async ({
  world,
}) => {
  const path = `/api/my/${world.council.accountId}/code`;
  const askFor = (email: string) =>
    world.sello.call('POST', path, { payload: { email }, from: '198.51.100.9' });
  const known = newEmail();
  await world.council.member({ email: known });
  for (const email of [known, newEmail()]) {
    for (let i = 0; i < 5; i += 1) expect((await askFor(email)).status).toBe(202);
    const full = await askFor(email.toUpperCase());
    expectRefusal(full, 429, 'rate_limit_exceeded');
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(3_000);
  }
  await world.sello.ports.aside.settled();
});

test('429 after fifteen codes for one address in an hour from all networks, whether or not a member has it', async ({
  world,
}) => {
  const known = newEmail();
  await world.council.member({ email: known });
  for (const email of [known, newEmail()]) {
    for (let i = 0; i < 15; i += 1) expect((await world.ask('POST', '/code', { email })).status).toBe(202);
    const full = await world.ask('POST', '/code', { email: email.toUpperCase() });
    expectRefusal(full, 429, 'rate_limit_exceeded');
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(3_000);
  }
  await world.sello.ports.aside.settled();
});
