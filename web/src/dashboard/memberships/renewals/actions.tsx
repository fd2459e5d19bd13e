import { useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Eligibility, type Renewal } from '../../api.ts';
import { useMay } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { ReportedByYou, useFourEyes, useReportedByYou } from '../four-eyes.tsx';
import { ReasonDialog } from '../reason.tsx';
import { TEXT } from './text.ts';

/** The decisions that are possible for a renewal in its present state. */
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
  const may = useMay();
  const isOwn = useReportedByYou(id, status === 'requested', renewal.updated_at);
  if (status !== 'requested' && status !== 'approved') return null;
  return (
    <>
      <div className="row">
        {status === 'requested' && may('approveRenewal') && isOwn && <ReportedByYou />}
        {status === 'requested' && may('approveRenewal') && !isOwn && (
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
        {status === 'approved' && may('annulRenewal') && (
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
      {asking && <DecisionDialog id={id} decision={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

/** Renews a membership at once, or by exception if something is missing. */
export function MembershipActions({ id, eligibility }: { id: string; eligibility: Eligibility }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [, navigate] = useLocation();
  const [isCertified, setCertified] = useState(false);
  const [isException, setException] = useState(false);
  // With four eyes, the person who requests a renewal cannot decide it, so the renewal waits for somebody else.
  const may = useMay();
  const isFourEyes = useFourEyes();
  const mayDecide = may('approveRenewal');
  const isAskedOnly = isFourEyes || !mayDecide;
  const renew = useDecision(
    isAskedOnly ? text.asked : text.approved,
    (reason?: string) =>
      api.createRenewal(
        id,
        {
          ...(!isAskedOnly && { approve: true }),
          certify: mayDecide && isCertified,
          ...(reason && { basis: 'exception' as const, reason }),
        },
        { mode },
      ),
    ({ renewal }) =>
      navigate(`/memberships/renewals?tab=${isAskedOnly ? 'requested' : 'decided'}&renewal=${renewal.id}`),
  );
  if (eligibility.renewal_id || !may('createRenewal')) return null;
  return (
    <div className="stack">
      {mayDecide && <Checkbox label={text.certifyToo} checked={isCertified} onChange={setCertified} />}
      <div className="row">
        {eligibility.can_renew ? (
          <Button
            variant="primary"
            icon="check"
            busy={renew.isPending}
            onClick={() => renew.mutate(undefined)}
          >
            {isAskedOnly ? text.ask : text.renewNow}
          </Button>
        ) : (
          mayDecide && <Button onClick={() => setException(true)}>{text.askException}</Button>
        )}
      </div>
      {isException && (
        <ReasonDialog
          title={text.exceptionTitle}
          submit={text.askException}
          hint={text.reasonHint}
          change={renew}
          onClose={() => setException(false)}
        >
          <Note tone="warn">{text.exceptionNote}</Note>
        </ReasonDialog>
      )}
    </div>
  );
}

function DecisionDialog({
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
    <ReasonDialog
      title={isAnnul ? text.annulTitle : text.rejectTitle}
      submit={isAnnul ? text.annul : text.reject}
      danger
      hint={text.reasonHint}
      change={decide}
      onClose={onClose}
    >
      <Note tone="warn">{isAnnul ? text.annulNote : text.rejectNote}</Note>
    </ReasonDialog>
  );
}

const DECIDED = [['renewal'], ['renewals'], ['eligible'], ['eligibility'], ['overview']];

/** Every decision also changes the lists and the figures. */
function useDecision<Given, Answer>(
  done: string,
  decide: (given: Given) => Promise<Answer>,
  then: (answer: Answer) => void = () => {},
) {
  return useChange(decide, { refreshes: DECIDED, say: done, onDone: then, saysRefusal: true });
}
