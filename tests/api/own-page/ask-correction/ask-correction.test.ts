import { expectRefusal } from '../../../harness/memberships.ts';
import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('201: a correction waits for a registrar, sealed; the member may withdraw it', async ({ world }) => {
  const member = await world.council.member();
  const visit = await world.enterByLink(member.id);
  const changes = { first_surname: 'Núñez', curp: 'PUMM850215MDFRSR02', given_name: 'Ana' };
  const made = await visit.call('POST', '/requests', { changes });
  expect(made.status, made.text).toBe(201);
  const { requests, member: shown } = (await visit.call('GET', '/me')).body;
  expect(requests).toEqual([
    expect.objectContaining({
      id: made.body.request_id,
      fields: ['first_surname', 'curp'],
      status: 'pending',
    }),
  ]);
  expect(shown.first_surname).toBe('Luna');
  const rows = await world.sello.database.query('select * from member_requests');
  expect(JSON.stringify(rows)).not.toContain('PUMM850215');
  expectRefusal(await visit.call('POST', '/requests', { changes }), 409, 'invalid_transition', /withdraw/);
  const withdrawn = await visit.call('POST', `/requests/${made.body.request_id}/withdraw`);
  expect([withdrawn.status, withdrawn.body]).toEqual([200, { done: true }]);
  expectRefusal(
    await visit.call('POST', `/requests/${made.body.request_id}/withdraw`),
    409,
    'invalid_transition',
  );
});

test('422 for impossible or unchanged values; 404 for another member’s request', async ({ world }) => {
  const visit = await world.enterByLink((await world.council.member()).id);
  expectRefusal(await visit.call('POST', '/requests', { changes: { curp: 'X' } }), 422, 'invalid_curp');
  const same = { changes: { given_name: 'Ana' } };
  expectRefusal(await visit.call('POST', '/requests', same), 422, 'validation_failed', /changes/);
  const other = await world.enterByLink((await world.council.member()).id);
  const { body } = await other.call('POST', '/requests', { changes: { given_name: 'Eva' } });
  expectRefusal(await visit.call('POST', `/requests/${body.request_id}/withdraw`), 404, 'not_found');
});

test('an Idempotency-Key is ignored: two members with the same one get their own answers', async ({
  world,
}) => {
  const headers = { 'idempotency-key': 'both-chose-this' };
  const changes = { first_surname: 'Núñez' };
  const ids = [];
  for (const member of [await world.council.member(), await world.council.member()]) {
    const visit = await world.enterByLink(member.id);
    const made = await visit.call('POST', '/requests', { changes }, headers);
    expect([made.status, made.headers['idempotent-replayed']], made.text).toEqual([201, undefined]);
    const { requests } = (await visit.call('GET', '/me')).body;
    expect(requests.map(({ id }: { id: string }) => id)).toEqual([made.body.request_id]);
    ids.push(made.body.request_id);
  }
  expect(new Set(ids).size).toBe(2);
});
