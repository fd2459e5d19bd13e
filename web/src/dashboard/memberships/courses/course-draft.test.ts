import { expect, test } from 'vitest';
import type { Program } from '../../api-types.ts';
import { EMPTY_COURSE, leavesOf, nextLine, toNewCourse } from './course-draft.ts';

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

test('points are given to categories with none under them', () => {
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
