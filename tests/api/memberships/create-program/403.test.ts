import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('writing programs needs programs:write, trying rules only programs:read', async ({ council }) => {
  const { id } = await council.program({ isDraft: true });
  const key = await council.keyWith('programs:read');
  const calls = [
    ['POST', '/programs', { name: 'x', rules: RULES }],
    ['PATCH', `/programs/${id}`, { name: 'x' }],
    ['POST', `/programs/${id}/activate`, {}],
    ['POST', `/programs/${id}/retire`, {}],
    ['DELETE', `/programs/${id}`, undefined],
  ] as const;
  for (const [method, path, payload] of calls) {
    expectRefusal(
      await council.call(method, path, payload, { key }),
      403,
      'insufficient_scope',
      /programs:write/,
    );
  }
  const trial = { membership: { starts_on: '2026-01-01' }, awards: [], term: 1 };
  expect((await council.call('POST', `/programs/${id}/evaluate`, trial, { key })).status).toBe(200);
  const writer = await council.keyWith('programs:write');
  const refused = await council.call('POST', `/programs/${id}/evaluate`, trial, { key: writer });
  expectRefusal(refused, 403, 'insufficient_scope', /programs:read/);
});
