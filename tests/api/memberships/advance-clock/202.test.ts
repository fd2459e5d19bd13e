import { newClock, openTestCouncil, takeTo } from '../../../harness/clocks.ts';
import { expect, test } from '../../../harness/world.ts';

test('a clock moves two years in one call, and then two more', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council, '2028-02-29');
  const { clock } = await council.must('POST', `/clocks/${id}/advance`, { day: '2028-03-01' });
  expect(clock).toMatchObject({ id, day: '2028-02-29', status: 'advancing', target_day: '2028-03-01' });
  const again = await council.call('POST', `/clocks/${id}/advance`, { day: '2028-03-02' });
  expect([again.status, again.body.error]).toEqual([409, 'clock_advancing']);
});

test('a retry with an Idempotency-Key does not move the clock again', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council);
  const headers = { 'idempotency-key': 'adelante' };
  const send = () => council.call('POST', `/clocks/${id}/advance`, { day: '2029-12-31' }, { headers });
  const [one, two] = [await send(), await send()];
  expect([one.status, two.status]).toEqual([202, 202]);
  expect(two.text).toBe(one.text);
});

test('its members see each day that it reaches', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council, '2028-01-01');
  const member = await council.member({ clock_id: id });
  const membership = await council.membership({ member });
  expect(membership).toMatchObject({ starts_on: '2028-01-01', standing: 'current' });
  await takeTo(council, id, '2029-12-31');
  await takeTo(council, id, '2031-01-31');
  const read = await council.must('GET', `/memberships/${membership.id}`);
  expect(read.membership).toMatchObject({ valid_until: '2030-12-31', standing: 'lapsed' });
});
