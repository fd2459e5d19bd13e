import { useState } from 'react';
import { useLocation } from 'wouter';
import { fieldOf, plainWords } from '../../../calls/field-of.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api, type Course } from '../../api.ts';
import { useMay } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { useFourEyes } from '../four-eyes.tsx';
import { type CourseDraft, EMPTY_COURSE, toNewCourse } from './course-draft.ts';
import {
  COURSE_FIELDS,
  type CourseField,
  CourseFields,
  FURTHER_FIELDS,
  NEEDED_FIELDS,
} from './course-fields.tsx';
import { PointLines } from './point-lines.tsx';
import { TEXT } from './text.ts';

export function NewCourseDialog({ onClose }: { onClose: () => void }) {
  const { form } = useText(TEXT);
  const [, go] = useLocation();
  const [mode] = useMode();
  const may = useMay();
  const [draft, setDraft] = useState(EMPTY_COURSE);
  const isFourEyes = useFourEyes();
  const [accreditToo, setAccreditToo] = useState(false);
  /** Set if the course was created but its accreditation failed. */
  const [made, setMade] = useState<Course>();
  const save = useChange(
    async () => {
      const course = made ?? (await api.createCourse(toNewCourse(draft), { mode })).course;
      setMade(course);
      if (accreditToo) await api.accreditCourse(course.id, {}, { mode });
      return course;
    },
    {
      resets: [['courses']],
      say: form.done,
      onDone: ({ id }) => {
        onClose();
        go(`/memberships/courses/${id}`);
      },
    },
  );
  const wrong = fieldOf(save.error, COURSE_FIELDS);
  const isFurther = wrong !== undefined && FURTHER_FIELDS.some((name) => name === wrong);
  const fields = {
    draft,
    onChange: (changes: Partial<CourseDraft>) => setDraft({ ...draft, ...changes }),
    errorOf: (name: CourseField | 'badge_image') => (wrong === name ? plainWords(save.error) : undefined),
  };
  return (
    <FormDialog
      roomy
      wide
      title={form.title}
      submit={form.submit}
      change={save}
      hidesError={wrong !== undefined}
      onClose={onClose}
    >
      <CourseFields {...fields} only={NEEDED_FIELDS} />
      <PointLines lines={draft.lines} onChange={(lines) => setDraft({ ...draft, lines })} />
      {!isFourEyes && may('accreditCourse') && (
        <Checkbox
          label={form.accreditToo}
          hint={form.accreditHint}
          checked={accreditToo}
          onChange={setAccreditToo}
        />
      )}
      <Disclosure key={String(isFurther)} isOpen={isFurther} summary={form.further}>
        <CourseFields {...fields} only={FURTHER_FIELDS} />
      </Disclosure>
    </FormDialog>
  );
}
