import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { COURSE, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

const cases: [name: string, fields: object, error: string, message: string][] = [
  ['a time part', { starts_on: '2026-03-01T00:00:00Z' }, 'validation_failed', '`starts_on`'],
  ['a day that does not exist', { ends_on: '2026-02-30' }, 'validation_failed', '`ends_on`'],
  ['an end before the start', { ends_on: '2026-02-28' }, 'validation_failed', '`ends_on`'],
  ['a blank title', { title: ' ' }, 'validation_failed', '`title`'],
  ['an unknown modality', { modality: 'radio' }, 'validation_failed', 'modality'],
  [
    'three decimals',
    { points: [{ category: 'emc', points: 1.005 }] },
    'validation_failed',
    '`points[0].points`',
  ],
  ['no points', { points: [{ category: 'emc', points: 0 }] }, 'validation_failed', 'points'],
  ['a bad role', { points: [{ category: 'emc', points: 1, role: 'Speaker' }] }, 'validation_failed', 'role'],
  ['a category that is not there', { points: [{ category: 'x', points: 1 }] }, 'unknown_category', 'emc'],
  ['a node of the tree', { points: [{ category: 'otros', points: 1 }] }, 'unknown_category', 'libros'],
  [
    'the same line twice',
    {
      points: [
        { category: 'emc', points: 1 },
        { category: 'emc', points: 2 },
      ],
    },
    'validation_failed',
    '`points[1]`',
  ],
  [
    'attendance above 100',
    { requirements: { min_attendance_percent: 101 } },
    'validation_failed',
    'min_attendance',
  ],
  ['a capacity of none', { capacity: 0 }, 'validation_failed', 'capacity'],
];

test.for(cases)('%s is refused by name', async ([, fields, error, message], { sello, council }) => {
  const payload = { ...COURSE, ...fields };
  const answer = await sello.call('POST', `${API}/courses`, { key: council.key, payload });
  expect(expectRefusal(answer, 422, error)).toContain(message);
});

test('a line must name its program unless the account has exactly one active program', async ({ sello }) => {
  const { key } = await sello.newAccount();
  const call = () => sello.call('POST', `${API}/courses`, { key, payload: COURSE });
  expect(expectRefusal(await call(), 422, 'validation_failed')).toContain('`points[0].program_id`');
  await openProgramCouncil(sello, key);
  await openProgramCouncil(sello, key);
  expect(expectRefusal(await call(), 422, 'validation_failed')).toContain('2');
});

test('the message is in Spanish for callers who prefer it', async ({ sello, council }) => {
  const answer = await sello.call('POST', `${API}/courses`, {
    key: council.key,
    payload: { ...COURSE, points: [{ category: 'x', points: 1 }] },
    headers: { 'accept-language': 'es' },
  });
  expect(expectRefusal(answer, 422, 'unknown_category')).toContain('no da puntos');
});
