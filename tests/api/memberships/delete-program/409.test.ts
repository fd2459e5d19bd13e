import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('program_in_use: active, retired, or a draft that a course names', async ({ council }) => {
  const active = await council.program();
  const remove = (id: string) => council.call('DELETE', `/programs/${id}`);
  expectRefusal(await remove(active.id), 409, 'program_in_use', /`active`.*Retire it/);
  await council.must('POST', `/programs/${active.id}/retire`);
  expectRefusal(await remove(active.id), 409, 'program_in_use', /`retired`/);
  const draft = await council.program({ isDraft: true });
  const { course } = await council.must('POST', '/courses', {
    title: 'Congreso',
    modality: 'in_person',
    starts_on: '2026-03-01',
    ends_on: '2026-03-02',
    points: [{ program_id: draft.id, category: 'emc', points: 5 }],
  });
  expectRefusal(await remove(draft.id), 409, 'program_in_use', new RegExp(course.id));
});
