/** What the council does about an open review: decide it, or give the member more time. */

import { useState } from 'react';
import { fieldOf, plainWords } from '../../../../calls/field-of.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, TextArea } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { api, type Input } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { useChange } from '../../../use-change.ts';
import { ReportedByYou, useReportedByYou } from '../../four-eyes.tsx';
import { useToday } from '../../use-day.ts';
import type { Review } from '../use-draw.ts';
import { TEXT } from './text.ts';

type Outcome = Input<'decideReview', 1>['outcome'];

export function ReviewActions({ review }: { review: Review }) {
  const text = useText(TEXT);
  const [open, setOpen] = useState<Outcome | 'extend'>();
  const isOwn = useReportedByYou(review.id, true, review.updated_at);
  const close = () => setOpen(undefined);
  return (
    <div className="row gap-small">
      <May act="extendReview">
        <Button variant="quiet" icon="clock" onClick={() => setOpen('extend')}>
          {text.extend}
        </Button>
      </May>
      <May act="decideReview">
        {isOwn ? (
          <ReportedByYou />
        ) : (
          <>
            <Button onClick={() => setOpen('excused')}>{text.excuse}</Button>
            <Button variant="danger" icon="close" onClick={() => setOpen('failed')}>
              {text.fail}
            </Button>
            <Button variant="primary" icon="check" onClick={() => setOpen('passed')}>
              {text.pass}
            </Button>
          </>
        )}
      </May>
      {open === 'extend' && <ExtendDialog review={review} onClose={close} />}
      {open !== undefined && open !== 'extend' && (
        <DecideDialog review={review} outcome={open} onClose={close} />
      )}
    </div>
  );
}

type DialogProps = { review: Review; onClose: () => void };

function DecideDialog({ review, outcome, onClose }: DialogProps & { outcome: Outcome }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [reason, setReason] = useState('');
  const isPassed = outcome === 'passed';
  const words = reason.trim();
  const decide = useChange(
    () => api.decideReview(review.id, { outcome, ...(words && { reason: words }) }, { mode }),
    {
      sets: ['review', review.id, mode],
      refreshes: [['reviews'], ['draw'], ['draws'], ['overview']],
      say: text.done,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={text.decideTitle[outcome]}
      submit={{ passed: text.pass, failed: text.fail, excused: text.excuse }[outcome]}
      danger={outcome === 'failed'}
      change={decide}
      onClose={onClose}
    >
      <p>{text.decideNote}</p>
      {!isPassed && <p className="muted small">{text.membershipStays}</p>}
      <TextArea
        label={text.reason}
        hint={text.reasonHint}
        maxLength={2_000}
        optional={isPassed}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

function ExtendDialog({ review, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const today = useToday();
  const [until, setUntil] = useState('');
  const extend = useChange(() => api.extendReview(review.id, { due_on: until }, { mode }), {
    sets: ['review', review.id, mode],
    refreshes: [['reviews'], ['overview']],
    say: text.extended,
    onDone: onClose,
  });
  const isDay = fieldOf(extend.error, ['due_on']) !== undefined;
  return (
    <FormDialog
      title={text.extendTitle}
      submit={text.extend}
      icon="clock"
      change={extend}
      hidesError={isDay}
      onClose={onClose}
    >
      <p>{text.extendIntro}</p>
      <Field
        label={text.until}
        type="date"
        min={today}
        error={isDay ? plainWords(extend.error) : undefined}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
    </FormDialog>
  );
}
