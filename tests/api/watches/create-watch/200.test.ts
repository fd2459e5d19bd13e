import { openEmployer, publicMember } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('the same member is followed once, however named; asked again once the page is public, it begins', async ({
  council,
  sello,
}) => {
  const employer = await openEmployer(sello);
  const member = await publicMember(council);
  const first = await employer.follow(council, member);
  const again = await employer.call('POST', '/watches', { public_url: `${member.public_url}.json` });
  expect([again.status, again.body.watch.id]).toEqual([200, first.id]);

  const hidden = await council.member({ consent: { notice_version: '1', channel: 'paper' } });
  const asked = await employer.follow(council, hidden);
  expect(asked.status).toBe('asked');
  await council.must('PATCH', `/members/${hidden.id}`, { public_profile: true });
  expect(await employer.follow(council, hidden)).toMatchObject({
    id: asked.id,
    status: 'active',
    basis: 'public',
  });

  // A number that belonged to nobody when the watch was requested.
  const early = await employer.follow(council, { member_number: 'N-77' });
  await publicMember(council, { member_number: 'N-77' });
  expect(await employer.follow(council, { member_number: 'N-77' })).toMatchObject({
    id: early.id,
    status: 'active',
  });
});
