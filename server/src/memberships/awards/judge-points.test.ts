import { expect, test } from 'vitest';
import type { ProgramId } from '../../kernel/ids.ts';
import type { CourseLine } from '../courses/course.ts';
import { judgeCoursePoints, type WantedPoints } from './judge-points.ts';

const [A, B] = ['prg_a', 'prg_b'] as ProgramId[] as [ProgramId, ProgramId];

const line = (program_id: ProgramId, category: string, points: number, role = 'attendee'): CourseLine => ({
  program_id,
  role,
  category,
  points,
});

const judge = (points: CourseLine[], wanted: WantedPoints, role = 'attendee') => {
  const judged = judgeCoursePoints({ points }, role, wanted);
  return 'code' in judged
    ? judged.code
    : judged.map((one) => `${one.program_id} ${one.category} ${one.points}`);
};

const COURSE = [line(A, 'x', 1_000), line(B, 'x', 800), line(A, 'y', 500, 'speaker')];

test('all lines of the role, of all programs, and of no other role', () => {
  expect(judge(COURSE, undefined)).toEqual(['prg_a x 1000', 'prg_b x 800']);
  expect(judge(COURSE, undefined, 'speaker')).toEqual(['prg_a y 500']);
  expect(judge(COURSE, undefined, 'author')).toBe('validation_failed');
});

test('a number of points applies to every program, and may not exceed any of their lines', () => {
  expect(judge(COURSE, 800)).toEqual(['prg_a x 800', 'prg_b x 800']);
  expect(judge(COURSE, 801)).toBe('points_exceed_course');
  expect(judge([line(A, 'x', 10), line(A, 'y', 10)], 5)).toBe('validation_failed');
});

test('lines may have fewer points, but not more, not for other categories, and not twice', () => {
  expect(judge(COURSE, [{ program_id: B, category: 'x', points: 1 }])).toEqual(['prg_b x 1']);
  expect(judge(COURSE, [{ category: 'x', points: 1 }])).toBe('validation_failed');
  expect(judge(COURSE, [{ program_id: B, category: 'x', points: 801 }])).toBe('points_exceed_course');
  expect(judge(COURSE, [{ program_id: A, category: 'y', points: 1 }])).toBe('points_exceed_course');
  const twice = { program_id: A, category: 'x', points: 1 };
  expect(judge(COURSE, [twice, twice])).toBe('validation_failed');
});
