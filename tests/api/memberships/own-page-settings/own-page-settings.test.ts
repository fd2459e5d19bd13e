import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('reminders are off until they are switched on; the council’s look does not change', async ({
  sello,
}) => {
  const person = await signUp(sello);
  await person.call('PATCH', '/council', { name: 'Consejo de Ejemplo' });
  const url = `${sello.config.baseUrl}/my/${person.account.id}`;
  const first = await person.call('GET', '/council/own-page');
  expect(first.status, first.text).toBe(200);
  expect(first.body.own_page).toEqual({
    url,
    mail: false,
    remind_members: false,
    privacy_notice: null,
  });
  const notice = { version: '2026-01', url: 'https://consejo.example/aviso' };
  const changed = await person.call('PATCH', '/council/own-page', {
    remind_members: true,
    privacy_notice: notice,
  });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body.own_page).toMatchObject({ remind_members: true, privacy_notice: notice });
  const kept = await person.call('PATCH', '/council/own-page', { remind_members: false });
  expect(kept.body.own_page).toMatchObject({ remind_members: false, privacy_notice: notice });
  expect((await person.call('GET', '/council')).body.council.name).toBe('Consejo de Ejemplo');
});

test('422 for a notice whose address is not https', async ({ sello }) => {
  const person = await signUp(sello);
  for (const url of ['javascript:alert(1)', 'http://x.example', 'aviso'])
    expectRefusal(
      await person.call('PATCH', '/council/own-page', { privacy_notice: { version: '1', url } }),
      422,
      'validation_failed',
      /https/,
    );
});
