import { expect, test } from 'vitest';
import { makeHourCounts, SHOWN_HOURS } from './hour-counts.ts';

const HOUR = 3_600_000;

test('answers are counted by hour and kind, and hours that are over a day old are forgotten', () => {
  let at = Date.parse('2026-03-01T10:20:00Z');
  const hours = makeHourCounts(() => new Date(at));
  for (const status of [200, 404, 503, 201]) hours.count(status);
  at += HOUR;
  hours.count(500);
  const last = hours.last();
  expect(last).toHaveLength(SHOWN_HOURS);
  expect(last.at(-2)).toEqual({
    at: new Date('2026-03-01T10:00:00Z'),
    requests: 4,
    clientErrors: 1,
    serverErrors: 1,
  });
  expect(last.at(-1)).toMatchObject({ requests: 1, serverErrors: 1 });
  at += SHOWN_HOURS * HOUR;
  hours.count(200);
  expect(hours.last().reduce((sum, { requests }) => sum + requests, 0)).toBe(1);
});
