import { openTestCouncil } from '../../../harness/clocks.ts';
import { expect, test } from '../../../harness/world.ts';

test('a new clock stands on the given day, past or future, or on today', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const { clock } = await council.must('POST', '/clocks', { name: 'Renovaciones', day: '2031-02-28' });
  expect(clock).toMatchObject({
    object: 'clock',
    livemode: false,
    name: 'Renovaciones',
    day: '2031-02-28',
    status: 'ready',
    target_day: null,
  });
  expect((await council.must('POST', '/clocks', { day: '2006-01-31' })).clock.day).toBe('2006-01-31');
  expect((await council.must('POST', '/clocks', {})).clock).toMatchObject({
    name: null,
    day: council.today(),
  });
});
