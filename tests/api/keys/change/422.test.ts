import { expect, test } from '../../../harness/world.ts';

test.for([
  ['name', ''],
  ['name', 'a\0'],
  ['scopes', []],
  ['scopes', ['root']],
  ['rate_per_minute', 0],
  ['rate_per_minute', 100_001],
  ['monthly_quota', 10_000_001],
  ['expires_at', '2020-01-01T00:00:00Z'],
  ['expires_at', '2999-12-31T23:59:60Z'],
  ['expires_at', ''],
] as const)('%s: %j is refused and nothing is changed', async ([field, value], { person }) => {
  const { secret, ...before } = await person.newKey();
  const answer = await person.call('PATCH', `/keys/${before.id}`, { monthly_quota: 5, [field]: value });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect((await person.call('GET', '/keys')).body.keys).toContainEqual(before);
});
