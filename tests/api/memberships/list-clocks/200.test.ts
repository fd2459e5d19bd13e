import { newClock, openTestCouncil } from '../../../harness/clocks.ts';
import { expect, test } from '../../../harness/world.ts';

test('the clocks of the account are listed newest first, in pages', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const ids = [await newClock(council), await newClock(council), await newClock(council)];
  await newClock(await openTestCouncil(sello));
  const { clocks, pagination } = await council.must('GET', '/clocks?limit=2');
  expect(clocks.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
  expect(pagination).toMatchObject({ total: 3, has_more: true });
});
