import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('the code comes in the language of the member, as text and as HTML, with the council’s name', async ({
  world,
}) => {
  for (const [locale, subject] of [
    ['es', /^\d{6} es su código de Test$/],
    ['en', /^\d{6} is your code for Test$/],
  ] as const) {
    const email = newEmail();
    await world.council.member({ email, locale });
    const code = await world.codeFor(email);
    const mail = world.mails.at(-1);
    expect(mail?.headers.get('subject')).toMatch(subject);
    expect(mail?.text).toContain(code);
    expect(mail?.html).toContain(code);
    expect(mail?.html).toContain(`lang="${locale}"`);
  }
});

test('a council’s name is never interpreted as markup in a mail', async ({ world }) => {
  const email = newEmail();
  await world.council.member({ email });
  await world.sello.database.query('update accounts set name = $2 where id = $1', [
    world.council.accountId,
    '<img src=x> & Co',
  ]);
  await world.codeFor(email);
  expect(world.mails.at(-1)?.html).toContain('&lt;img src=x&gt; &amp; Co');
  await world.sello.database.query("update accounts set name = 'Test' where id = $1", [
    world.council.accountId,
  ]);
});

test('for a member of test mode the mail says so; a live member with the same address takes precedence', async ({
  world,
}) => {
  const email = newEmail();
  const key = await world.council.testKey();
  const fields = { given_name: 'Eva', first_surname: 'Prueba', email };
  await world.council.call('POST', '/members', fields, { key });
  await world.codeFor(email);
  expect(world.mails.at(-1)?.headers.get('subject')).toMatch(/^\[Prueba\] /);
  const { id } = await world.council.member({ email });
  await world.codeFor(email);
  expect(world.mails.at(-1)?.headers.get('subject')).toMatch(/^\d{6} /);
  const visit = await world.enterByCode(email);
  const rows = await world.sello.database.query('select member_id from member_sessions');
  expect(rows.map((row) => row.member_id)).toEqual([id]);
  expect(visit.cookie).toMatch(/^__Secure-member=/);
});
