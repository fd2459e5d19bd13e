import { useState } from 'react';
import { fieldOf, plainWords } from '../../../calls/field-of.ts';
import { useText } from '../../../i18n/use-text.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Course } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { draftOf, toCourseChange } from '../courses/course-draft.ts';
import { COURSE_FIELDS, type CourseField, CourseFields } from '../courses/course-fields.tsx';
import { PointLines } from '../courses/point-lines.tsx';
import { TEXT } from './text.ts';

/**
 * Fields that can still change after accreditation. A proposed course can be changed in full; a refused or cancelled
 * one cannot be changed.
 */
const AFTER_ACCREDITING: readonly CourseField[] = [
  'title',
  'organizer',
  'contact',
  'place',
  'capacity',
  'claim_until',
  'description',
  'picture',
];

export function mayChange({ status }: Course): boolean {
  return status === 'proposed' || status === 'accredited' || status === 'closed';
}

export function ChangeCourseDialog({ course, onClose }: { course: Course; onClose: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [before] = useState(() => draftOf(course));
  const [draft, setDraft] = useState(before);
  const isFree = course.status === 'proposed';
  const save = useChange(() => api.updateCourse(course.id, toCourseChange(before, draft), { mode }), {
    awaits: [['course', course.id]],
    resets: [['courses']],
    say: text.change.done,
    onDone: onClose,
  });
  const wrong = fieldOf(save.error, COURSE_FIELDS);
  return (
    <FormDialog
      roomy
      wide
      title={text.change.title}
      submit={text.change.submit}
      change={save}
      hidesError={wrong !== undefined}
      onClose={onClose}
    >
      {!isFree && <Note tone="info">{text.change.fixed}</Note>}
      <CourseFields
        draft={draft}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        errorOf={(name) => (wrong === name ? plainWords(save.error) : undefined)}
        only={isFree ? undefined : AFTER_ACCREDITING}
      />
      {isFree && <PointLines lines={draft.lines} onChange={(lines) => setDraft({ ...draft, lines })} />}
    </FormDialog>
  );
}
