/** What is typed into the form of a new course. */

import type { Program } from '../../api-types.ts';
import type { NewCourse } from '../api.ts';

export type LineDraft = { key: number; program: string; role: string; category: string; points: string };

export type CourseDraft = {
  title: string;
  code: string;
  provider: string;
  contact: string;
  modality: NonNullable<NewCourse['modality']>;
  place: string;
  starts_on: string;
  ends_on: string;
  hours: string;
  claim_until: string;
  capacity: string;
  attendance: string;
  score: string;
  lines: readonly LineDraft[];
};

export const EMPTY_COURSE: CourseDraft = {
  title: '',
  code: '',
  provider: '',
  contact: '',
  modality: 'in_person',
  place: '',
  starts_on: '',
  ends_on: '',
  hours: '',
  claim_until: '',
  capacity: '',
  attendance: '',
  score: '',
  lines: [],
};

/** Points are given to categories with none under them. */
export function leavesOf({ rules: { categories } }: Program) {
  return categories.filter(({ code }) => !categories.some(({ parent }) => parent === code));
}

/** The next line: the program of the one before, and its first category. */
export function nextLine(lines: readonly LineDraft[], programs: readonly Program[]): LineDraft {
  const last = lines.at(-1);
  const program = programs.find(({ id }) => id === last?.program) ?? programs[0];
  return {
    key: (last?.key ?? 0) + 1,
    program: program?.id ?? '',
    role: last === undefined ? 'attendee' : 'speaker',
    category: (program && leavesOf(program)[0]?.code) ?? '',
    points: '',
  };
}

export function toNewCourse(draft: CourseDraft): NewCourse {
  const { title, code, provider, contact, modality, place, starts_on, ends_on, claim_until } = draft;
  const attendance = amountOf(draft.attendance);
  const score = amountOf(draft.score);
  const hours = amountOf(draft.hours);
  const capacity = amountOf(draft.capacity);
  const lines = draft.lines.filter(({ points }) => points.trim() !== '');
  return {
    title: title.trim(),
    starts_on,
    modality,
    ...(code.trim() && { code: code.trim() }),
    ...((provider.trim() || contact.trim()) && {
      provider: { name: provider.trim() || null, contact: contact.trim() || null },
    }),
    ...(place.trim() && { place: place.trim() }),
    ...(ends_on && { ends_on }),
    ...(claim_until && { claim_until }),
    ...(hours !== undefined && { hours }),
    ...(capacity !== undefined && { capacity }),
    ...((attendance !== undefined || score !== undefined) && {
      requirements: { min_attendance_percent: attendance ?? null, min_score: score ?? null },
    }),
    points: lines.map((line) => ({
      program_id: line.program,
      role: line.role.trim() || 'attendee',
      category: line.category,
      points: Number(line.points),
    })),
  };
}

function amountOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}
