import { moveAll, newClock, openTestCouncil } from '../../../harness/clocks.ts';
import { expect, test } from '../../../harness/world.ts';

test('a clock shows its day and its target', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council, '2028-02-01');
  const read = async () => (await council.must('GET', `/clocks/${id}`)).clock;
  expect(await read()).toMatchObject({ day: '2028-02-01', status: 'ready', target_day: null });
  await council.must('POST', `/clocks/${id}/advance`, { day: '2028-03-01' });
  expect(await read()).toMatchObject({ day: '2028-02-01', status: 'advancing', target_day: '2028-03-01' });
  await moveAll(sello);
  expect(await read()).toMatchObject({ day: '2028-03-01', status: 'ready', target_day: null });
});
