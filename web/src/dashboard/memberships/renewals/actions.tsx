import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api, type Eligibility, type Renewal } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { TEXT } from './text.ts';

/** What can be decided about a renewal as it stands. */
export function RenewalActions({
  renewal,
  eligibility,
}: {
  renewal: Renewal;
  eligibility: Eligibility | undefined;
}) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [asking, setAsking] = useState<'reject' | 'annul'>();
  const { id, status, constancia, basis } = renewal;
  const approve = useDecision(text.approved, () => api.approveRenewal(id, {}, { mode }));
  const certify = useDecision(text.certified, () => api.createConstancia(id, { mode }));
  const isReady =
    basis === 'exception' || eligibility?.reasons.every(({ code }) => code === 'renewal_open') === true;
  if (status !== 'requested' && status !== 'approved') return null;
  return (
    <>
      <div className="row">
        {status === 'requested' && (
          <>
            <Button
              variant="primary"
              icon="check"
              busy={approve.isPending}
              disabled={!isReady}
              onClick={() => isReady && approve.mutate()}
            >
              {text.approve}
            </Button>
            <Button variant="danger" icon="close" onClick={() => setAsking('reject')}>
              {text.reject}
            </Button>
          </>
        )}
        {status === 'approved' && (
          <>
            {(constancia === null || constancia.status === 'failed') && (
              <Button icon="shield" busy={certify.isPending} onClick={() => certify.mutate()}>
                {text.certify}
              </Button>
            )}
            <Button variant="danger" icon="close" onClick={() => setAsking('annul')}>
              {text.annul}
            </Button>
          </>
        )}
      </div>
      {asking && <ReasonDialog id={id} decision={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

/** Renews at once, or by exception where something is missing. */
export function MembershipActions({ id, eligibility }: { id: string; eligibility: Eligibility }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [, navigate] = useLocation();
  const [isCertified, setCertified] = useState(false);
  const [isException, setException] = useState(false);
  const renew = useDecision(
    text.approved,
    (reason?: string) =>
      api.createRenewal(
        id,
        {
          approve: true,
          certify: isCertified,
          ...(reason && { basis: 'exception' as const, reason }),
        },
        { mode },
      ),
    ({ renewal }) => navigate(`/memberships/renewals?tab=decided&renewal=${renewal.id}`),
  );
  if (eligibility.renewal_id) return null;
  return (
    <div className="stack">
      <Checkbox label={text.certifyToo} checked={isCertified} onChange={setCertified} />
      <div className="row">
        {eligibility.can_renew ? (
          <Button
            variant="primary"
            icon="check"
            busy={renew.isPending}
            onClick={() => renew.mutate(undefined)}
          >
            {text.renewNow}
          </Button>
        ) : (
          <Button onClick={() => setException(true)}>{text.askException}</Button>
        )}
      </div>
      {isException && (
        <WithReason
          title={text.exceptionTitle}
          note={text.exceptionNote}
          submit={text.askException}
          busy={renew.isPending}
          error={renew.error}
          onReason={(reason) => renew.mutate(reason)}
          onClose={() => setException(false)}
        />
      )}
    </div>
  );
}

function ReasonDialog({
  id,
  decision,
  onClose,
}: {
  id: string;
  decision: 'reject' | 'annul';
  onClose: () => void;
}) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const isAnnul = decision === 'annul';
  const decide = useDecision(
    isAnnul ? text.annulled : text.rejected,
    (reason: string) =>
      isAnnul ? api.annulRenewal(id, { reason }, { mode }) : api.rejectRenewal(id, { reason }, { mode }),
    onClose,
  );
  return (
    <WithReason
      title={isAnnul ? text.annulTitle : text.rejectTitle}
      note={isAnnul ? text.annulNote : text.rejectNote}
      submit={isAnnul ? text.annul : text.reject}
      danger
      busy={decide.isPending}
      error={decide.error}
      onReason={(reason) => decide.mutate(reason)}
      onClose={onClose}
    />
  );
}

type WithReasonProps = {
  title: string;
  note: string;
  submit: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onReason: (reason: string) => void;
  onClose: () => void;
};

function WithReason({ note, onReason, ...dialog }: WithReasonProps) {
  const text = useText(TEXT);
  const [reason, setReason] = useState('');
  return (
    <FormDialog {...dialog} onSubmit={() => onReason(reason.trim())}>
      <Note tone="warn">{note}</Note>
      <TextArea
        label={text.reason}
        hint={text.reasonHint}
        maxLength={2_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

/** Whatever was decided changes the lists and the figures too. */
function useDecision<Given, Answer>(
  done: string,
  decide: (given: Given) => Promise<Answer>,
  then: (answer: Answer) => void = () => {},
) {
  const toast = useToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: async (answer) => {
      toast(done);
      for (const key of ['renewal', 'renewals', 'eligible', 'eligibility', 'overview'])
        void queries.invalidateQueries({ queryKey: [key] });
      then(answer);
    },
    onError: (error) => toast(error.message, 'bad'),
  });
}
