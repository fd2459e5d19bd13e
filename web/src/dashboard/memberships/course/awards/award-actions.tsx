/** The actions on the chosen awards. */

import { useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { api, type Course } from '../../../api.ts';
import { useMay } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { useChange } from '../../../use-change.ts';
import { ReportedByYou, useAllReportedByYou } from '../../four-eyes.tsx';
import { ReasonDialog } from '../../reason.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import type { AwardRow } from './award-list.tsx';
import { DiplomasDialog } from './diplomas-dialog.tsx';
import { TEXT } from './text.ts';

type AwardActionsProps = {
  course: Course;
  /** The awards on which the role may act. */
  rows: readonly AwardRow[];
  chosen: readonly AwardRow[];
  onPick: (ids: readonly string[]) => void;
};

/** Whether the role may do anything with an award in its present state. Only such awards can be chosen. */
export function useMayAct(): (row: AwardRow) => boolean {
  const may = useMay();
  const [mayDecide, mayCertify] = [may('decideAwards'), may('createDiploma')];
  return (row) =>
    (mayDecide && (row.status === 'pending' || row.status === 'approved')) ||
    (mayCertify && lacksDiploma(row));
}

function lacksDiploma({ status, diploma }: AwardRow): boolean {
  return status === 'approved' && (diploma === null || diploma.status === 'failed');
}

/** The most awards that one call decides. */
const MOST_DECIDED = 1_000;

export function AwardActions({ course, rows, chosen, onPick }: AwardActionsProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [asking, setAsking] = useState<'reject' | 'revoke' | 'diplomas'>();
  const decide = useDecide(course, () => onPick([]));
  const may = useMay();
  const pending = chosen.filter(({ status }) => status === 'pending');
  const own = useAllReportedByYou(pending.map(({ id }) => id));
  const decidable = pending.filter(({ id }) => !own.has(id));
  const approved = chosen.filter(({ status }) => status === 'approved');
  const withoutDiploma = approved.filter(lacksDiploma);
  const picked = chosen.filter(useMayAct());
  if (rows.length === 0 && asking === undefined) return null;
  return (
    <div className="award-bar">
      <Checkbox
        label={picked.length === 0 ? text.pickAll : text.picked(formats.number(picked.length))}
        checked={picked.length > 0 && picked.length === rows.length}
        onChange={(isPicked) => onPick(isPicked ? rows.map(({ id }) => id).slice(0, MOST_DECIDED) : [])}
      />
      {decidable.length < pending.length && may('decideAwards') && <ReportedByYou />}
      {decidable.length > 0 && may('decideAwards') && (
        <>
          <Button
            size="small"
            variant="primary"
            icon="check"
            busy={decide.isPending}
            onClick={() => decide.mutate({ awards: decidable, decision: 'approve' })}
          >
            {text.approve}
          </Button>
          <Button size="small" variant="danger" onClick={() => setAsking('reject')}>
            {text.reject}
          </Button>
        </>
      )}
      {withoutDiploma.length > 0 && may('createDiploma') && (
        <Button size="small" icon="document" onClick={() => setAsking('diplomas')}>
          {text.makeDiplomas}
        </Button>
      )}
      {approved.length > 0 && may('decideAwards') && (
        <Button size="small" variant="danger" onClick={() => setAsking('revoke')}>
          {text.revoke}
        </Button>
      )}
      {(asking === 'reject' || asking === 'revoke') && (
        <DecisionDialog
          decision={asking}
          decide={decide}
          awards={asking === 'reject' ? decidable : approved}
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
  const [mode] = useMode();
  return useChange(
    ({ awards, decision, reason }: Decision) =>
      api.decideAwards({ ids: awards.map(({ id }) => id), decision, ...(reason && { reason }) }, { mode }),
    {
      resets: [['course-awards', course.id]],
      onDone: ({ summary, rows }) => {
        onDone();
        const firstRefusal = rows.find(({ message }) => message)?.message ?? '';
        if (summary.decided > 0) toast(text.decided(formats.number(summary.decided)));
        if (summary.refused > 0) toast(text.refused(formats.number(summary.refused), firstRefusal), 'bad');
      },
      saysRefusal: true,
    },
  );
}

type DecisionDialogProps = {
  decision: 'reject' | 'revoke';
  decide: Decide;
  awards: readonly AwardRow[];
  onClose: () => void;
};

function DecisionDialog({ decision, decide, awards, onClose }: DecisionDialogProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const formats = useFormats();
  return (
    <ReasonDialog
      title={text.questions[decision].title}
      submit={`${text[decision]} (${formats.number(awards.length)})`}
      danger
      hint={words.reasonHint}
      change={{
        ...decide,
        mutate: (reason) => decide.mutate({ awards, decision, reason }, { onSuccess: onClose }),
      }}
      onClose={onClose}
    >
      <p>{text.questions[decision].intro}</p>
    </ReasonDialog>
  );
}
