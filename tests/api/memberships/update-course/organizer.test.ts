import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { expect, test } from '../../../harness/world.ts';

test('a course gets its organiser at any time; a proposed one without a provider gets its name too', async ({
  sello,
}) => {
  const council = await openProgramCouncil(sello);
  const { organizer } = await council.ask('POST', '/organizers', 201, { name: 'Sociedad' });
  const [proposed, accredited] = [await newCourse(council), await accreditedCourse(council)];
  const give = async (id: string, organizer_id: string | null) =>
    (await council.ask('PATCH', `/courses/${id}`, 200, { organizer_id })).course;
  expect(await give(proposed.id, organizer.id)).toMatchObject({
    organizer_id: organizer.id,
    provider: { name: 'Sociedad' },
  });
  expect(await give(accredited.id, organizer.id)).toMatchObject({
    organizer_id: organizer.id,
    provider: null,
  });
  expect(await give(accredited.id, null)).toMatchObject({ organizer_id: null });
  const unknown = { organizer_id: 'org_0000000000000000000000' };
  expectRefusal(await council.call('PATCH', `/courses/${proposed.id}`, unknown), 404, 'not_found');
});
