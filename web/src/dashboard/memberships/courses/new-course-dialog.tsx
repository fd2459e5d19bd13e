import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { useToast } from '../../../ui/toast.tsx';
import type { Course } from '../../api-types.ts';
import { useMode } from '../../mode.tsx';
import { council } from '../api.ts';
import { fieldOf, plainWords } from '../field-of.ts';
import { COUNCIL_TEXT } from '../text.ts';
import { type CourseDraft, EMPTY_COURSE, toNewCourse } from './course-draft.ts';
import { PointLines } from './point-lines.tsx';
import { TEXT } from './text.ts';

const MODALITIES: readonly Course['modality'][] = ['in_person', 'online', 'hybrid', 'self_paced'];

type TextField = Exclude<keyof CourseDraft, 'lines' | 'modality'>;

export function NewCourseDialog({ onClose }: { onClose: () => void }) {
  const { form } = useText(TEXT);
  const toast = useToast();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [mode] = useMode();
  const [draft, setDraft] = useState(EMPTY_COURSE);
  const [accreditToo, setAccreditToo] = useState(false);
  /** Set once the course is there and only the accreditation is not. */
  const [made, setMade] = useState<Course>();
  const save = useMutation({
    mutationFn: async () => {
      const course = made ?? (await council.createCourse(mode, toNewCourse(draft))).course;
      setMade(course);
      if (accreditToo) await council.accreditCourse(mode, course.id, {});
      return course;
    },
    onSuccess: ({ id }) => {
      void queries.resetQueries({ queryKey: ['courses'] });
      toast(form.done);
      onClose();
      go(`/memberships/courses/${id}`);
    },
  });
  const wrong = fieldOf(save.error, [
    'title',
    'starts_on',
    'ends_on',
    'hours',
    'claim_until',
    'capacity',
    'code',
  ]);
  return (
    <FormDialog
      roomy
      wide
      title={form.title}
      submit={form.submit}
      busy={save.isPending}
      error={wrong === undefined ? save.error : null}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <CourseFields
        draft={draft}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        errorOf={(name) => (wrong === name ? plainWords(save.error) : undefined)}
      />
      <PointLines lines={draft.lines} onChange={(lines) => setDraft({ ...draft, lines })} />
      <Checkbox
        label={form.accreditToo}
        hint={form.accreditHint}
        checked={accreditToo}
        onChange={setAccreditToo}
      />
    </FormDialog>
  );
}

type FieldsProps = {
  draft: CourseDraft;
  onChange: (changes: Partial<CourseDraft>) => void;
  errorOf: (name: TextField) => string | undefined;
};

function CourseFields({ draft, onChange, errorOf }: FieldsProps) {
  const { form } = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const input = (name: TextField, label: string, more: object = {}) => (
    <Field
      label={label}
      value={draft[name]}
      error={errorOf(name)}
      autoComplete="off"
      maxLength={500}
      optional
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  );
  const number = { type: 'number', inputMode: 'decimal', min: '0', step: '0.01' };
  return (
    <div className="stack">
      {input('title', form.name, { optional: false })}
      <div className="council-pair">
        {input('starts_on', form.starts, { type: 'date', optional: false })}
        {input('ends_on', form.ends, {
          type: 'date',
          hint: form.endsHint,
          min: draft.starts_on || undefined,
        })}
        {input('provider', form.provider)}
        {input('contact', form.contact)}
        <Select
          label={form.modality}
          value={draft.modality}
          options={MODALITIES.map((value) => ({ value, label: words.modalities[value] }))}
          onChange={(modality) => onChange({ modality })}
        />
        {input('place', form.place)}
        {input('hours', form.hours, number)}
        {input('code', form.code)}
        {input('attendance', form.attendance, { ...number, max: '100' })}
        {input('score', form.score, number)}
        {input('capacity', form.capacity, { ...number, step: '1', min: '1' })}
        {input('claim_until', form.claim, { type: 'date' })}
      </div>
    </div>
  );
}
