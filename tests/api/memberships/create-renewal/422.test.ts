import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('before the renewal opens, renewal_not_open names the day; on that day it is accepted', async ({
  council,
}) => {
  const later = await council.endingOn(council.today(121));
  const post = (id: string, body = {}) => council.call('POST', `/memberships/${id}/renewals`, body);
  expectRefusal(await post(later.id), 422, 'renewal_not_open', new RegExp(council.today(1)));
  const exception = { basis: 'exception', reason: 'x', approve: true };
  expectRefusal(await post(later.id, exception), 422, 'renewal_not_open');
  const now = await council.endingOn(council.today(120));
  expect((await post(now.id)).status).toBe(201);
});

test('approving without the requirements is refused with renewal_not_eligible, which lists everything missing, and nothing is stored', async ({
  council,
}) => {
  const { id, member_id, program_id } = await council.endingOn(council.today(10), {
    rules: {
      ...RULES,
      requirements: [
        ...RULES.requirements,
        { code: 'teach', name: 'Docencia', min_points: 5, period: 'term', categories: ['docencia'] },
      ],
    },
    checklist: [{ code: 'dues', name: 'Cuota' }],
  });
  await council.points(member_id, [
    { program_id, category: 'emc', points: 12.5, completed_on: council.today(-9) },
  ]);
  const answer = await council.call('POST', `/memberships/${id}/renewals`, { approve: true });
  expectRefusal(
    answer,
    422,
    'renewal_not_eligible',
    /Total \(`total`\): 47.5 .*Docencia \(`teach`\): 5 .*Cuota \(`dues`\)/,
  );
  expect((await council.must('GET', `/renewals?membership_id=${id}`)).renewals).toEqual([]);
});

test('an exception needs a reason; a start is chosen with the approval', async ({ council }) => {
  const { id } = await council.endingOn(council.today(10));
  const post = (body: object) => council.call('POST', `/memberships/${id}/renewals`, body);
  expectRefusal(await post({ basis: 'exception' }), 422, 'validation_failed', /reason/);
  expectRefusal(await post({ basis: 'exception', reason: '   ' }), 422, 'validation_failed', /reason/);
  expectRefusal(await post({ basis: 'because' }), 422, 'validation_failed', /basis/);
  expectRefusal(await post({ starts_on: council.today() }), 422, 'validation_failed', /starts_on/);
  expectRefusal(await post({ reason: 'x'.repeat(2001) }), 422, 'validation_failed', /reason/);
});

test('a newer version that counts from each membership’s own day answers anchor_missing until that day is given', async ({
  council,
}) => {
  const { id, program_id } = await council.endingOn(council.today(10), {
    rules: { ...RULES, requirements: [] },
  });
  await council.must('PATCH', `/programs/${program_id}`, {
    rules: { ...RULES, requirements: [], anchor: 'membership' },
    version: 1,
  });
  const renew = () => council.call('POST', `/memberships/${id}/renewals`, { approve: true });
  expectRefusal(await renew(), 422, 'anchor_missing', /`anchor`/);
  await council.must('PATCH', `/memberships/${id}`, { anchor: '2021-07-01' });
  expect((await renew()).status).toBe(201);
});
