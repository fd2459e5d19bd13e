import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('the right code opens a session that works only for this council’s own page', async ({ world }) => {
  const email = newEmail();
  const { id } = await world.council.member({ email });
  const code = await world.codeFor(email);
  const answer = await world.ask('POST', '/session', {
    email: ` ${email.toUpperCase()} `,
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  });
  expect(answer.body, answer.text).toEqual({ opened: true, choose: [] });
  expect(answer.headers['set-cookie']).toMatch(
    new RegExp(
      `^__Secure-member=[\\w-]{43}; Path=/api/my/${world.council.accountId}; HttpOnly; SameSite=Strict; Secure; Expires=`,
    ),
  );
  const [newest] = await world.sello.ports.audit.page(world.council.accountId, 1, undefined);
  expect(newest).toMatchObject({
    action: 'member.log_in',
    target: id,
    actor: { type: 'member', name: 'Ana Luna' },
    ip: undefined,
    userAgent: undefined,
    details: { opened_by: 'code' },
  });
});

test('if two members share an e-mail, they choose one after the same code', async ({ world }) => {
  const email = newEmail();
  const ana = await world.council.member({ email });
  const eva = await world.council.member({ email, given_name: 'Eva' });
  const code = await world.codeFor(email);
  const asked = await world.ask('POST', '/session', { email, code });
  expect(asked.body).toEqual({
    opened: false,
    choose: [
      { member_id: ana.id, name: 'Ana Luna', member_number: ana.member_number },
      { member_id: eva.id, name: 'Eva Luna', member_number: eva.member_number },
    ],
  });
  expect(asked.headers['set-cookie']).toBeUndefined();
  const chosen = await world.ask('POST', '/session', { email, code, member_id: eva.id });
  expect(chosen.body.opened).toBe(true);
});

test('leaving closes the session', async ({ world }) => {
  const { id } = await world.council.member();
  const visit = await world.enterByLink(id);
  const left = await visit.call('DELETE', '/session');
  expect([left.status, left.headers['set-cookie']]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  expect(
    (await world.sello.database.query('select from member_sessions where member_id = $1', [id])).length,
  ).toBe(0);
});

test('everybody can open the page, which says whether mail is sent', async ({ world }) => {
  const page = await world.sello.call('GET', `/my/${world.council.accountId}`);
  expect(page.status).toBe(200);
  expect(page.headers['x-robots-tag']).toContain('noindex');
  expect(page.text).toContain('data-mail="yes"');
  expect((await world.sello.call('GET', '/my/acct_0000000000000000000000')).status).toBe(404);
});
