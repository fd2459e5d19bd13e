import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { openOwnPageWorld, PDF } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(async () => {
  const psc = await openFaultyPsc(1_000);
  const world = await openOwnPageWorld(psc.env);
  const close = async () => {
    await world.close();
    await psc.close();
  };
  return { ...world, psc, close };
});

test('a failure of the provider is passed on and does not count; the same file is taken afterwards', async ({
  world,
}) => {
  const visit = await world.enterByLink((await world.council.member()).id);
  const send = () => visit.call('POST', '/evidence', PDF, { 'content-type': 'application/pdf' });
  world.psc.behave('server error');
  expectRefusal(await send(), 502, 'psc_error');
  expect((await visit.call('GET', '/me')).body.reports.left).toBe(20);
  world.psc.behave('honest');
  expect((await send()).status).toBe(201);
});
