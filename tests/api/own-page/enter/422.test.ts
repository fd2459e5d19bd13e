import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

const MINUTES = 60_000;

test('a request with neither a code nor a link is refused', async ({ world }) => {
  expectRefusal(await world.ask('POST', '/session', { email: newEmail() }), 422, 'validation_failed', /code/);
});

test('a code works once, and for ten minutes', async ({ world }) => {
  const email = newEmail();
  await world.council.member({ email });
  const code = await world.codeFor(email);
  expect((await world.ask('POST', '/session', { email, code })).body.opened).toBe(true);
  expectRefusal(await world.ask('POST', '/session', { email, code }), 422, 'invalid_token');
  const second = await world.codeFor(email);
  world.sello.advance(10 * MINUTES + 1);
  expectRefusal(await world.ask('POST', '/session', { email, code: second }), 422, 'invalid_token');
});

test('a link of another council, an expired one and a used one are refused in the same words', async ({
  world,
}) => {
  const { id } = await world.council.member();
  const link = await world.linkOf(id);
  const other = await openOwnPageWorld();
  expectRefusal(await other.ask('POST', '/session', { link }), 422, 'invalid_token');
  await other.close();
  world.sello.advance(7 * 24 * 60 * MINUTES + 1);
  const old = await world.ask('POST', '/session', { link });
  expectRefusal(old, 422, 'invalid_token');
  expect((await world.ask('POST', '/session', { link: 'x'.repeat(43) })).text).toBe(old.text);
});
