import { openBadgeWorld } from '../../../harness/badges.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test.for([
  ['as_of=2999-01-01', /as_of/],
  ['as_of=ayer', /as_of/],
  ['from=2026-02-02&to=2026-01-01', /to/],
  ['term=0', /term/],
  ['format=docx', /format/],
] as const)('%s is refused and names the parameter', async ([query, words], { sello, council }) => {
  const id = await council.enrol();
  const answer = await sello.call('GET', `${API}/members/${id}/transcript?${query}`, { key: council.key });
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toMatch(words);
});

test('a learner record needs the consent of the member and an approved award', async () => {
  const world = await openBadgeWorld();
  const { council, award } = world;
  const read = (id: string) => council.call('GET', `/members/${id}/transcript?format=clr`);
  const { member_id } = await award({ member: { consent: null, public_profile: false } });
  expectRefusal(await read(member_id), 422, 'consent_missing', /consent/);
  const { id } = await council.member();
  expectRefusal(await read(id), 422, 'validation_failed', /format.*approved award/);
  await world.close();
});
