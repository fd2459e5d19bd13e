import { expect, test } from 'vitest';
import type { Course, Program } from '../../api.ts';
import { draftOf, EMPTY_COURSE, leavesOf, nextLine, toCourseChange, toNewCourse } from './course-draft.ts';

const program = {
  id: 'prg_1',
  rules: {
    categories: [
      { code: 'otros', name: 'Otros' },
      { code: 'libros', name: 'Libros', parent: 'otros' },
      { code: 'emc', name: 'EMC' },
    ],
  },
} as unknown as Program;

test('points are given to categories without subcategories', () => {
  expect(leavesOf(program).map(({ code }) => code)).toEqual(['libros', 'emc']);
});

test('the first line is for attendees, the next for speakers of the same program', () => {
  const first = nextLine([], [program]);
  expect(first).toMatchObject({ program: 'prg_1', role: 'attendee', category: 'libros' });
  expect(nextLine([first], [program])).toMatchObject({ key: first.key + 1, role: 'speaker' });
});

test('what is left empty is not sent', () => {
  const line = { ...nextLine([], [program]), points: '12.5' };
  const blank = { ...nextLine([line], [program]), points: ' ' };
  expect(
    toNewCourse({ ...EMPTY_COURSE, title: ' Congreso ', starts_on: '2026-03-01', lines: [line, blank] }),
  ).toEqual({
    title: 'Congreso',
    starts_on: '2026-03-01',
    modality: 'in_person',
    points: [{ program_id: 'prg_1', role: 'attendee', category: 'libros', points: 12.5 }],
  });
});

const course = {
  title: 'Congreso',
  description: null,
  code: 'C-1',
  provider: { name: 'Sociedad', contact: null },
  modality: 'online',
  place: 'Mérida',
  starts_on: '2026-03-01',
  ends_on: '2026-03-02',
  hours: 12.5,
  claim_until: null,
  capacity: null,
  requirements: { min_attendance_percent: 80, min_score: null },
  points: [{ program_id: 'prg_1', role: 'attendee', category: 'emc', points: 5 }],
} as unknown as Course;

test('only changed fields of a course are sent; emptied ones are removed', () => {
  const before = draftOf(course);
  expect(toCourseChange(before, { ...before })).toEqual({});
  const after = {
    ...before,
    title: ' Otro ',
    place: ' ',
    hours: '',
    capacity: '40',
    contact: 'Ana',
    score: '7',
  };
  expect(toCourseChange(before, after)).toEqual({
    title: 'Otro',
    place: null,
    hours: null,
    capacity: 40,
    provider: { contact: 'Ana' },
    requirements: { min_score: 7 },
  });
});

test('the organiser of a course is chosen, changed and taken away by id', () => {
  const chosen = { ...EMPTY_COURSE, organizer: 'org_1' };
  expect(toNewCourse(chosen)).toMatchObject({ organizer_id: 'org_1' });
  expect(toNewCourse(EMPTY_COURSE)).not.toHaveProperty('organizer_id');
  const before = draftOf({ ...course, organizer_id: 'org_1' });
  expect(toCourseChange(before, { ...before, organizer: 'org_2' })).toEqual({ organizer_id: 'org_2' });
  expect(toCourseChange(before, { ...before, organizer: '' })).toEqual({ organizer_id: null });
});

test('lines of points are sent whole once one of them changed', () => {
  const before = draftOf(course);
  const lines = [
    ...before.lines.map((line) => ({ ...line, points: '6' })),
    nextLine(before.lines, [program]),
  ];
  expect(toCourseChange(before, { ...before, lines })).toEqual({
    points: [{ program_id: 'prg_1', role: 'attendee', category: 'emc', points: 6 }],
  });
});
