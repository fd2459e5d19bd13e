import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Eligibility, type Member, type Renewal } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { memberLink } from '../member-links.ts';
import { useDay } from '../use-day.ts';
import { MembershipActions, RenewalActions } from './actions.tsx';
import { EvaluationParts } from './evaluation.tsx';
import { TEXT } from './text.ts';

const TONES = {
  requested: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  annulled: 'bad',
} as const;

/** One renewal: what was requested, and what the decision is based on. */
export function RenewalDetail({ id }: { id: string }) {
  const [mode] = useMode();
  const found = useQuery({
    queryKey: ['renewal', mode, id],
    queryFn: () => api.getRenewal(id, { mode }),
  });
  const { data } = found;
  const member = useMember(data?.renewal.member_id);
  const eligibility = useEligibility(
    data?.renewal.status === 'requested' ? data.renewal.membership_id : undefined,
  );
  return (
    <Loaded found={found} lines={6} frame="card">
      {({ renewal }) => (
        <>
          <Head
            member={member}
            renewal={renewal}
            actions={<RenewalActions renewal={renewal} eligibility={eligibility} />}
          />
          {renewal.snapshot ? (
            <Snapshot snapshot={renewal.snapshot} />
          ) : (
            eligibility && <Today eligibility={eligibility} isRequested />
          )}
        </>
      )}
    </Loaded>
  );
}

/** A membership that could be renewed but for which nobody has requested it yet. */
export function MembershipDetail({ id }: { id: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const membership = useQuery({
    queryKey: ['membership', mode, id],
    queryFn: () => api.getMembership(id, { mode }),
  });
  const member = useMember(membership.data?.membership.member_id);
  const eligibility = useEligibility(id);
  const day = useDay();
  const data = eligibility && member && { eligibility, member };
  return (
    <Loaded found={{ ...membership, data }} lines={6} frame="card">
      {(found) => (
        <>
          <Card
            title={<MemberName member={found.member} />}
            note={text.nextTerm(
              day(found.eligibility.next_term.starts_on),
              day(found.eligibility.next_term.ends_on),
            )}
          >
            <MembershipActions id={id} eligibility={found.eligibility} />
          </Card>
          <Today eligibility={found.eligibility} />
        </>
      )}
    </Loaded>
  );
}

function useMember(id: string | undefined): Member | undefined {
  const [mode] = useMode();
  return useQuery({
    queryKey: ['member', mode, id],
    queryFn: () => api.getMember(id ?? '', { mode }),
    enabled: id !== undefined,
  }).data?.member;
}

function useEligibility(id: string | undefined): Eligibility | undefined {
  const [mode] = useMode();
  return useQuery({
    queryKey: ['eligibility', mode, id],
    queryFn: () => api.getEligibility(id ?? '', { mode }),
    enabled: id !== undefined,
  }).data?.eligibility;
}

function MemberName({ member }: { member: Member }) {
  const name = [member.given_name, member.first_surname, member.second_surname].filter(Boolean).join(' ');
  return (
    <Link href={memberLink(member.id)}>
      <bdi>{name || member.member_number}</bdi>
    </Link>
  );
}

function Head({
  member,
  renewal,
  actions,
}: {
  member: Member | undefined;
  renewal: Renewal;
  actions: ReactNode;
}) {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  const { decision, constancia } = renewal;
  return (
    <Card
      title={member ? <MemberName member={member} /> : '…'}
      actions={<Badge tone={TONES[renewal.status]}>{text.statuses[renewal.status]}</Badge>}
    >
      <div className="stack">
        {renewal.contradicted && <Note tone="bad">{text.contradictedNote}</Note>}
        <dl className="renewal-facts">
          <Fact label={text.facts.asked}>{day(renewal.requested_on)}</Fact>
          <Fact label={text.facts.basis}>{text.bases[renewal.basis]}</Fact>
          {decision && <Fact label={text.facts.decided}>{formats.dateTime(decision.at)}</Fact>}
          {(decision?.reason ?? renewal.reason) && (
            <Fact label={text.facts.reason}>{decision?.reason ?? renewal.reason}</Fact>
          )}
          {constancia && (
            <Fact label={text.constancia}>
              {text.constanciaStates[constancia.status]}
              {constancia.qr_verification_url && (
                <>
                  {' · '}
                  <a href={constancia.qr_verification_url}>{text.openConstancia}</a>
                </>
              )}
            </Fact>
          )}
        </dl>
        {actions}
      </div>
    </Card>
  );
}

function Snapshot({ snapshot }: { snapshot: NonNullable<Renewal['snapshot']> }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  const { evaluation, checklist, ledger_head: head } = snapshot;
  return (
    <Card title={text.snapshotTitle} note={text.snapshotNote(formats.dateTime(snapshot.taken_at))}>
      <div className="stack gap-large">
        <p>{text.termOf(String(evaluation.term), day(evaluation.starts_on), day(evaluation.ends_on))}</p>
        <EvaluationParts evaluation={evaluation} checklist={checklist} />
        {head && (
          <dl className="renewal-facts">
            <Fact label={text.facts.head}>
              <span className="mono">
                {head.seq} · {head.hash.slice(0, 16)}…
              </span>
            </Fact>
          </dl>
        )}
      </div>
    </Card>
  );
}

/** What prevents a renewal today. The pending request itself is not an obstacle. */
function Today({ eligibility, isRequested }: { eligibility: Eligibility; isRequested?: boolean }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const reasons = eligibility.reasons.filter(({ code }) => !(isRequested && code === 'renewal_open'));
  const words = reasons.map(({ code, name, requirement, item, missing }) => {
    if (code === 'requirement_not_met' || code === 'reinstatement_not_met')
      return text.requirementMissing(name ?? requirement ?? '', formats.decimal(missing ?? 0));
    if (code === 'checklist_not_done') return text.itemMissing(name ?? item ?? '');
    return text.reasons[code as keyof typeof text.reasons] ?? code;
  });
  return (
    <Card title={text.nowTitle}>
      <div className="stack gap-large">
        {words.length === 0 ? (
          <Note tone="good">{text.ready}</Note>
        ) : (
          <Note tone="warn">
            <p>{text.whatIsMissing}:</p>
            <ul className="renewal-missing">
              {words.map((line) => (
                <li key={line}>
                  <bdi>{line}</bdi>
                </li>
              ))}
            </ul>
          </Note>
        )}
        <EvaluationParts evaluation={eligibility.evaluation} checklist={eligibility.checklist} />
      </div>
    </Card>
  );
}
