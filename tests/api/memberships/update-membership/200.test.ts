import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('only what is named changes, and metadata is merged', async ({ council }) => {
  const { id } = await council.membership({ tracks: ['a'], external_id: 'x-1' });
  await council.must('PATCH', `/memberships/${id}`, { metadata: { one: '1', two: '2' } });
  const { membership } = await council.must('PATCH', `/memberships/${id}`, {
    metadata: { one: null, three: '3' },
  });
  expect(membership).toMatchObject({ tracks: ['a'], external_id: 'x-1', metadata: { two: '2', three: '3' } });
  const cleared = await council.must('PATCH', `/memberships/${id}`, { external_id: null });
  expect(cleared.membership).toMatchObject({ external_id: null, metadata: { two: '2', three: '3' } });
});

test('tracks change only the undecided term, and its requirements with them', async ({ council }) => {
  const rules = {
    ...RULES,
    requirements: [{ code: 'exam', min_points: 5, period: 'term' as const, tracks: ['examen'] }],
  };
  const { id, current_term } = await council.endingOn(council.today(10), { rules, tracks: [] });
  const renewed = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const { membership } = await council.must('PATCH', `/memberships/${id}`, { tracks: ['examen'] });
  expect(membership.tracks).toEqual(['examen']);
  const { terms } = await council.must('GET', `/memberships/${id}/terms`);
  expect(terms.map(({ id: term, tracks, evaluation }: never) => ({ term, tracks, evaluation }))).toEqual([
    {
      term: renewed.renewal.new_term_id,
      tracks: ['examen'],
      evaluation: { met: false, counted: 0, missing_points: 5 },
    },
    { term: current_term.id, tracks: [], evaluation: { met: true, counted: 0, missing_points: 0 } },
  ]);
});

test('until something is decided, the start may move, and the first term with it', async ({ council }) => {
  const { id, member_id, program_id } = await council.membership({ starts_on: '2026-01-01' });
  await council.points(member_id, [{ program_id, category: 'emc', points: 10, completed_on: '2025-10-01' }]);
  const { membership } = await council.must('PATCH', `/memberships/${id}`, { starts_on: '2025-09-30' });
  expect(membership).toMatchObject({
    starts_on: '2025-09-30',
    valid_until: '2028-09-29',
    current_term: { starts_on: '2025-09-30', ends_on: '2028-09-29', evaluation: { counted: 10 } },
  });
});
