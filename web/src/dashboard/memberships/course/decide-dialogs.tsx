/** Decisions about a course. None of them can be undone, so each asks for confirmation. */

import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api, type Course } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { ReasonDialog } from '../reason.tsx';
import { TEXT } from './text.ts';

type DialogProps = { course: Course; onClose: () => void };

function useDecision<Given = void>(
  { course, onClose }: DialogProps,
  decide: (given: Given) => Promise<{ course: Course }>,
  said: (course: Course) => string,
) {
  return useChange(decide, {
    awaits: [['course', course.id]],
    resets: [['courses']],
    say: ({ course: decided }) => said(decided),
    onDone: onClose,
  });
}

export function AccreditDialog({ course, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [folio, setFolio] = useState('');
  const [until, setUntil] = useState('');
  const accredit = useDecision(
    { course, onClose },
    () =>
      api.accreditCourse(
        course.id,
        {
          ...(folio.trim() && { folio: folio.trim() }),
          ...(until && { valid_until: until }),
        },
        { mode },
      ),
    ({ accreditation }) => text.decide.accredited(accreditation?.folio ?? ''),
  );
  return (
    <FormDialog
      title={text.decide.accreditTitle}
      submit={text.accredit}
      icon="check"
      change={accredit}
      onClose={onClose}
    >
      <p>{text.decide.accreditIntro(course.title)}</p>
      <Field
        label={text.decide.folio}
        hint={text.decide.folioHint}
        value={folio}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        optional
        onChange={(event) => setFolio(event.target.value)}
      />
      <Field
        label={text.decide.validUntil}
        hint={text.decide.validHint}
        type="date"
        value={until}
        optional
        onChange={(event) => setUntil(event.target.value)}
      />
    </FormDialog>
  );
}

export function RefuseDialog({ course, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const refuse = useDecision(
    { course, onClose },
    (reason: string) => api.refuseCourse(course.id, { reason }, { mode }),
    () => text.decide.refused,
  );
  return (
    <ReasonDialog
      title={text.decide.refuseTitle}
      submit={text.refuse}
      icon="close"
      danger
      change={refuse}
      onClose={onClose}
    >
      <p>{text.decide.refuseIntro}</p>
    </ReasonDialog>
  );
}

export function EndDialog({ course, how, onClose }: DialogProps & { how: 'close' | 'cancel' }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const isClosing = how === 'close';
  const end = useDecision(
    { course, onClose },
    () => (isClosing ? api.closeCourse(course.id, { mode }) : api.cancelCourse(course.id, { mode })),
    () => (isClosing ? text.decide.closed : text.decide.cancelled),
  );
  return (
    <FormDialog
      title={isClosing ? text.decide.closeTitle : text.decide.cancelTitle}
      submit={isClosing ? text.close : text.cancel}
      icon={isClosing ? 'lock' : 'close'}
      danger
      change={end}
      onClose={onClose}
    >
      <p>{isClosing ? text.decide.closeIntro : text.decide.cancelIntro}</p>
    </FormDialog>
  );
}
