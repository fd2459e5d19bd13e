/** The form of a course, and the request made from it. */

import type { Course, Input, Program } from '../../api.ts';

type NewCourse = Input<'createCourse'>;
type CourseChange = Input<'updateCourse', 1>;

export type LineDraft = { key: number; program: string; role: string; category: string; points: string };

export type CourseDraft = {
  title: string;
  description: string;
  code: string;
  /** The id of the organiser, or empty. */
  organizer: string;
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
  /** The hash of the uploaded picture, or empty. */
  picture: string;
  lines: readonly LineDraft[];
};

export const EMPTY_COURSE: CourseDraft = {
  title: '',
  description: '',
  code: '',
  organizer: '',
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
  picture: '',
  lines: [],
};

/** Points are given to categories without subcategories. */
export function leavesOf({ rules: { categories } }: Program) {
  return categories.filter(({ code }) => !categories.some(({ parent }) => parent === code));
}

/** A new line starts with the program of the previous line and the first category of that program. */
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
  return {
    title: title.trim(),
    starts_on,
    modality,
    ...(draft.description.trim() && { description: draft.description.trim() }),
    ...(code.trim() && { code: code.trim() }),
    ...(draft.organizer && { organizer_id: draft.organizer }),
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
    ...(draft.picture && { badge_image: draft.picture }),
    points: linesOf(draft),
  };
}

function linesOf({ lines }: CourseDraft) {
  return lines
    .filter(({ points }) => points.trim() !== '')
    .map((line) => ({
      program_id: line.program,
      role: line.role.trim() || 'attendee',
      category: line.category,
      points: Number(line.points),
    }));
}

/** The initial form for changing a course. */
export function draftOf(course: Course): CourseDraft {
  const { title, code, provider, modality, place, starts_on, requirements } = course;
  const amount = (value: number | null) => (value === null ? '' : String(value));
  return {
    title,
    description: course.description ?? '',
    code: code ?? '',
    organizer: course.organizer_id ?? '',
    provider: provider?.name ?? '',
    contact: provider?.contact ?? '',
    modality,
    place: place ?? '',
    starts_on,
    ends_on: course.ends_on ?? '',
    hours: amount(course.hours),
    claim_until: course.claim_until ?? '',
    capacity: amount(course.capacity),
    attendance: amount(requirements.min_attendance_percent),
    score: amount(requirements.min_score),
    picture: course.badge_image ?? '',
    lines: course.points.map((line, key) => ({
      key,
      program: line.program_id,
      role: line.role,
      category: line.category,
      points: String(line.points),
    })),
  };
}

/** Sends only what was changed, because somebody else may have changed the rest since. Emptied fields are removed. */
export function toCourseChange(before: CourseDraft, after: CourseDraft): CourseChange {
  const isChanged = (name: keyof CourseDraft) => before[name] !== after[name];
  const text = (name: 'description' | 'code' | 'place' | 'ends_on' | 'claim_until') =>
    isChanged(name) ? { [name]: after[name].trim() || null } : {};
  const amount = (name: 'hours' | 'capacity') =>
    isChanged(name) ? { [name]: amountOf(after[name]) ?? null } : {};
  return {
    ...(isChanged('title') && { title: after.title.trim() }),
    ...(isChanged('starts_on') && { starts_on: after.starts_on }),
    ...(isChanged('modality') && { modality: after.modality }),
    ...text('description'),
    ...text('code'),
    ...(isChanged('organizer') && { organizer_id: after.organizer || null }),
    ...text('place'),
    ...text('ends_on'),
    ...text('claim_until'),
    ...amount('hours'),
    ...amount('capacity'),
    ...((isChanged('provider') || isChanged('contact')) && {
      provider: {
        ...(isChanged('provider') && { name: after.provider.trim() || null }),
        ...(isChanged('contact') && { contact: after.contact.trim() || null }),
      },
    }),
    ...((isChanged('attendance') || isChanged('score')) && {
      requirements: {
        ...(isChanged('attendance') && { min_attendance_percent: amountOf(after.attendance) ?? null }),
        ...(isChanged('score') && { min_score: amountOf(after.score) ?? null }),
      },
    }),
    ...(isChanged('picture') && { badge_image: after.picture || null }),
    ...(isChanged('lines') && { points: linesOf(after) }),
  };
}

function amountOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}
