import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('401 without a session, with an ended one, and for an anonymised or deceased member', async ({
  world,
}) => {
  expect((await world.ask('GET', '/me')).status).toBe(401);
  const old = await world.enterByLink((await world.council.member()).id);
  const gone = await world.council.member({ email: newEmail() });
  const visit = await world.enterByLink(gone.id);
  await world.council.must('POST', `/members/${gone.id}/anonymise`, { reason: 'x' });
  expect((await visit.call('GET', '/me')).status).toBe(401);
  const dead = await world.council.member();
  const last = await world.enterByLink(dead.id);
  await world.council.must('POST', `/members/${dead.id}/deceased`, { reason: 'x' });
  expect((await last.call('GET', '/me')).status).toBe(401);
  world.sello.advance(24 * 3_600_000);
  expect((await old.call('GET', '/me')).status).toBe(401);
});
