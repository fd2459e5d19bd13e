/** Decisions about a course. None of them can be taken back, so each is a question. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field, TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api, type Course } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { COUNCIL_TEXT } from '../text.ts';
import { TEXT } from './text.ts';

type DialogProps = { course: Course; onClose: () => void };

function useDecision(
  decide: () => Promise<{ course: Course }>,
  said: (course: Course) => string,
  onClose: () => void,
) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: decide,
    onSuccess: async ({ course }) => {
      await queries.invalidateQueries({ queryKey: ['course', course.id] });
      void queries.resetQueries({ queryKey: ['courses'] });
      toast(said(course));
      onClose();
    },
  });
}

export function AccreditDialog({ course, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [folio, setFolio] = useState('');
  const [until, setUntil] = useState('');
  const accredit = useDecision(
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
    onClose,
  );
  return (
    <FormDialog
      title={text.decide.accreditTitle}
      submit={text.accredit}
      icon="check"
      busy={accredit.isPending}
      error={accredit.error}
      onSubmit={() => accredit.mutate()}
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
  const words = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  const [reason, setReason] = useState('');
  const refuse = useDecision(
    () => api.refuseCourse(course.id, { reason: reason.trim() }, { mode }),
    () => text.decide.refused,
    onClose,
  );
  return (
    <FormDialog
      title={text.decide.refuseTitle}
      submit={text.refuse}
      icon="close"
      danger
      busy={refuse.isPending}
      error={refuse.error}
      onSubmit={() => refuse.mutate()}
      onClose={onClose}
    >
      <p>{text.decide.refuseIntro}</p>
      <TextArea
        label={words.reason}
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

export function EndDialog({ course, how, onClose }: DialogProps & { how: 'close' | 'cancel' }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const isClosing = how === 'close';
  const end = useDecision(
    () => (isClosing ? api.closeCourse(course.id, { mode }) : api.cancelCourse(course.id, { mode })),
    () => (isClosing ? text.decide.closed : text.decide.cancelled),
    onClose,
  );
  return (
    <FormDialog
      title={isClosing ? text.decide.closeTitle : text.decide.cancelTitle}
      submit={isClosing ? text.close : text.cancel}
      icon={isClosing ? 'lock' : 'close'}
      danger
      busy={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate()}
      onClose={onClose}
    >
      <p>{isClosing ? text.decide.closeIntro : text.decide.cancelIntro}</p>
    </FormDialog>
  );
}
