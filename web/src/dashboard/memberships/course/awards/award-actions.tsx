/** What can be done with the awards that were chosen. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextArea } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { api, type Course } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import type { AwardRow } from './award-list.tsx';
import { DiplomasDialog } from './diplomas-dialog.tsx';
import { TEXT } from './text.ts';

type AwardActionsProps = {
  course: Course;
  rows: readonly AwardRow[];
  chosen: readonly AwardRow[];
  onPick: (ids: readonly string[]) => void;
};

/** As many as one call decides. */
const MOST_DECIDED = 1_000;

export function AwardActions({ course, rows, chosen, onPick }: AwardActionsProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [asking, setAsking] = useState<'reject' | 'revoke' | 'diplomas'>();
  const decide = useDecide(course, () => onPick([]));
  const pending = chosen.filter(({ status }) => status === 'pending');
  const approved = chosen.filter(({ status }) => status === 'approved');
  const withoutDiploma = approved.filter(({ diploma }) => diploma === null || diploma.status === 'failed');
  return (
    <div className="award-bar">
      <Checkbox
        label={chosen.length === 0 ? text.pickAll : text.picked(formats.number(chosen.length))}
        checked={chosen.length > 0 && chosen.length === rows.length}
        onChange={(isPicked) => onPick(isPicked ? rows.map(({ id }) => id).slice(0, MOST_DECIDED) : [])}
      />
      {pending.length > 0 && (
        <>
          <Button
            size="small"
            variant="primary"
            icon="check"
            busy={decide.isPending}
            onClick={() => decide.mutate({ awards: pending, decision: 'approve' })}
          >
            {text.approve}
          </Button>
          <Button size="small" variant="danger" onClick={() => setAsking('reject')}>
            {text.reject}
          </Button>
        </>
      )}
      {withoutDiploma.length > 0 && (
        <Button size="small" icon="document" onClick={() => setAsking('diplomas')}>
          {text.makeDiplomas}
        </Button>
      )}
      {approved.length > 0 && (
        <Button size="small" variant="danger" onClick={() => setAsking('revoke')}>
          {text.revoke}
        </Button>
      )}
      {(asking === 'reject' || asking === 'revoke') && (
        <ReasonDialog
          decision={asking}
          decide={decide}
          awards={asking === 'reject' ? pending : approved}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'diplomas' && (
        <DiplomasDialog course={course} awards={withoutDiploma} onClose={() => setAsking(undefined)} />
      )}
    </div>
  );
}

type Decide = ReturnType<typeof useDecide>;
type Decision = { awards: readonly AwardRow[]; decision: 'approve' | 'reject' | 'revoke'; reason?: string };

function useDecide(course: Course, onDone: () => void) {
  const text = useText(TEXT);
  const formats = useFormats();
  const toast = useToast();
  const queries = useQueryClient();
  const [mode] = useMode();
  return useMutation({
    mutationFn: ({ awards, decision, reason }: Decision) =>
      api.decideAwards({ ids: awards.map(({ id }) => id), decision, ...(reason && { reason }) }, { mode }),
    onSuccess: ({ summary, rows }) => {
      void queries.resetQueries({ queryKey: ['course-awards', course.id] });
      onDone();
      const firstRefusal = rows.find(({ message }) => message)?.message ?? '';
      if (summary.decided > 0) toast(text.decided(formats.number(summary.decided)));
      if (summary.refused > 0) toast(text.refused(formats.number(summary.refused), firstRefusal), 'bad');
    },
    onError: (error) => toast(error.message, 'bad'),
  });
}

type ReasonDialogProps = {
  decision: 'reject' | 'revoke';
  decide: Decide;
  awards: readonly AwardRow[];
  onClose: () => void;
};

function ReasonDialog({ decision, decide, awards, onClose }: ReasonDialogProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const formats = useFormats();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={text.questions[decision].title}
      submit={`${text[decision]} (${formats.number(awards.length)})`}
      danger
      busy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate({ awards, decision, reason: reason.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{text.questions[decision].intro}</p>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
