/** The fields of a proposal. Each refusal by the server is shown at its field. */

import { useState } from 'react';
import { fieldOf, plainWords } from '../calls/field-of.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { DECIMAL, Field, TextArea } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type DeskCourse, type DeskProgram, type Input } from './api.ts';
import { type LineDraft, newLine, PointLines } from './point-lines.tsx';
import { COURSE } from './text.ts';
import { useLoaded } from './use-loaded.ts';

type Fields = Input<'proposeCourse'>;

type FormProps = {
  before?: DeskCourse;
  submit: string;
  send: (fields: Fields) => Promise<void>;
};

export function CourseForm(props: FormProps) {
  const found = useLoaded('programs', () => api.listDeskPrograms());
  return (
    <Loaded found={found} lines={6}>
      {({ programs }) => <Form {...props} programs={programs} />}
    </Loaded>
  );
}

const MODALITIES = ['in_person', 'online', 'hybrid', 'self_paced'] as const;
type Modality = (typeof MODALITIES)[number];

type Draft = {
  title: string;
  starts: string;
  ends: string;
  hours: string;
  place: string;
  description: string;
  attendance: string;
  modality: Modality;
};

/** For each field of the form, the names that the server's refusals use. */
const JUDGED = {
  title: ['title'],
  starts: ['starts_on'],
  ends: ['ends_on'],
  hours: ['hours'],
  place: ['place'],
  description: ['description'],
  attendance: ['requirements.min_attendance_percent'],
} as const;
type Judged = keyof typeof JUDGED;

function Form({ before, submit, send, programs }: FormProps & { programs: readonly DeskProgram[] }) {
  const text = useText(COURSE);
  const [draft, setDraft] = useState(() => draftOf(before));
  const [lines, setLines] = useState<readonly LineDraft[]>(() => linesOf(before, programs));
  const save = useChange(() => send(toFields(draft, lines)));
  const wrong = (Object.keys(JUDGED) as Judged[]).find(
    (name) => fieldOf(save.error, JUDGED[name]) !== undefined,
  );
  const tie = (name: Judged) => ({
    value: draft[name],
    error: wrong === name ? plainWords(save.error) : undefined,
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.error && wrong === undefined && <Note tone="bad">{plainWords(save.error)}</Note>}
      <Field label={text.title} maxLength={500} {...tie('title')} />
      <div className="desk-columns">
        <Select
          label={text.modality}
          value={draft.modality}
          options={MODALITIES.map((value) => ({ value, label: text.modalities[value] }))}
          onChange={(modality) => setDraft({ ...draft, modality })}
        />
        <Field label={text.place} maxLength={500} optional {...tie('place')} />
        <Field label={text.starts} type="date" {...tie('starts')} />
        <Field label={text.ends} type="date" optional hint={text.endsHint} {...tie('ends')} />
        <Field label={text.hours} {...DECIMAL} optional {...tie('hours')} />
        <Field label={text.minAttendance} {...DECIMAL} max="100" optional {...tie('attendance')} />
      </div>
      <PointLines programs={programs} lines={lines} onChange={setLines} />
      <TextArea
        label={text.description}
        hint={text.descriptionHint}
        rows={4}
        maxLength={2_000}
        optional
        {...tie('description')}
      />
      <Button type="submit" variant="primary" wide busy={save.isPending}>
        {submit}
      </Button>
    </form>
  );
}

function draftOf(course: DeskCourse | undefined): Draft {
  return {
    title: course?.title ?? '',
    starts: course?.starts_on ?? '',
    ends: course?.ends_on ?? '',
    hours: course?.hours?.toString() ?? '',
    place: course?.place ?? '',
    description: course?.description ?? '',
    attendance: course?.requirements.min_attendance_percent?.toString() ?? '',
    modality: course?.modality ?? 'in_person',
  };
}

function linesOf(course: DeskCourse | undefined, programs: readonly DeskProgram[]): readonly LineDraft[] {
  if (course === undefined) return newLine([], programs);
  return course.points.map((line, key) => ({
    key,
    program: line.program_id,
    role: line.role,
    category: line.category,
    points: String(line.points),
  }));
}

/** Empty fields are sent as null, so that a correction can remove a value. */
function toFields(draft: Draft, lines: readonly LineDraft[]): Fields {
  return {
    title: draft.title,
    modality: draft.modality,
    starts_on: draft.starts,
    ends_on: draft.ends || null,
    hours: draft.hours === '' ? null : Number(draft.hours),
    place: draft.place || null,
    description: draft.description || null,
    requirements: { min_attendance_percent: draft.attendance === '' ? null : Number(draft.attendance) },
    points: lines.map((line) => ({
      program_id: line.program,
      role: line.role,
      category: line.category,
      points: Number(line.points),
    })),
  };
}
