import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { API } from '../../../harness/test-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('a link works once, within seven days, and the audit log says who made it', async ({ world }) => {
  const { council, sello } = world;
  const { id } = await council.member();
  const made = await council.call('POST', `/members/${id}/access-link`, {});
  expect(made.status, made.text).toBe(201);
  const { url, expires_at } = made.body.access_link;
  expect(url).toMatch(new RegExp(`^https://sello\\.example/my/${council.accountId}#link=[\\w-]{43}$`));
  const days = (Date.parse(expires_at) - sello.ports.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  const [newest] = await sello.ports.audit.page(council.accountId, 1, undefined);
  expect(newest).toMatchObject({ action: 'member.access_link', target: id, actor: { type: 'key' } });
  expect(JSON.stringify(newest)).not.toContain(url.split('=')[1]);
});

test('a retry with the same Idempotency-Key gets the same link, which is kept sealed', async ({ world }) => {
  const { council, sello } = world;
  const { id } = await council.member();
  const call = () =>
    sello.call('POST', `${API}/members/${id}/access-link`, {
      key: council.key,
      payload: {},
      headers: { 'idempotency-key': 'link-once' },
    });
  const first = await call();
  const again = await call();
  expect(again.text).toBe(first.text);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const kept = await sello.database.query('select body from idempotency_keys where key = $1', ['link-once']);
  expect(JSON.stringify(kept)).not.toContain('#link=');
});

test('a new link invalidates the previous one', async ({ world }) => {
  const { id } = await world.council.member();
  const old = await world.linkOf(id);
  const link = await world.linkOf(id);
  expect((await world.ask('POST', '/session', { link: old })).status).toBe(422);
  expect((await world.ask('POST', '/session', { link })).body.opened).toBe(true);
});
