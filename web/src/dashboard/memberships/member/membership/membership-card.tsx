/** One membership: its terms, a bar for each requirement, the checklist, and what a registrar may decide. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { Select } from '../../../../ui/select.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { api, type Member, type Membership, type Term, type Transcript } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { StandingBadge } from '../../badges.tsx';
import { YearBars } from '../points/year-bars.tsx';
import { Checklist } from './checklist.tsx';
import './membership.css';
import { MembershipMenu } from './membership-menu.tsx';
import { RequirementBars } from './requirement-bars.tsx';
import { TEXT } from './text.ts';

type MembershipPart = Transcript['memberships'][number];
type TermPart = MembershipPart['terms'][number];
type ProgramPart = Transcript['programs'][number];

type MembershipCardProps = {
  member: Member;
  membership: Membership;
  part: MembershipPart | undefined;
  program: ProgramPart | undefined;
};

export function MembershipCard({ member, membership, part, program }: MembershipCardProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [chosen, setChosen] = useState(membership.current_term.id);
  const { data } = useQuery({
    queryKey: ['member', member.id, mode, 'terms', membership.id],
    queryFn: () => api.listTerms(membership.id, { mode, limit: 100 }),
  });
  const terms = part?.terms ?? [];
  const shown = terms.find(({ id }) => id === chosen) ?? terms.at(-1);
  const full = data?.terms.find(({ id }) => id === shown?.id);
  const isOpen = member.status !== 'anonymised' && membership.status !== 'ended';
  return (
    <Card
      title={
        <span className="row gap-small">
          <bdi>{program?.name}</bdi>
          <StandingBadge standing={membership.standing} />
        </span>
      }
      actions={isOpen && <MembershipMenu member={member} membership={membership} term={full} />}
    >
      {terms.length > 1 && (
        <Select
          label={text.term}
          value={shown?.id ?? ''}
          options={[...terms].reverse().map(({ id, number, starts_on, ends_on }) => ({
            value: id,
            label: text.termName(number, formats.fullDay(starts_on), formats.fullDay(ends_on)),
          }))}
          onChange={setChosen}
        />
      )}
      {shown === undefined || data === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <TermView member={member} part={shown} term={full} program={program} isOnly={terms.length === 1} />
      )}
    </Card>
  );
}

type TermViewProps = {
  member: Member;
  part: TermPart;
  term: Term | undefined;
  program: ProgramPart | undefined;
  isOnly: boolean;
};

function TermView({ member, part, term, program, isOnly }: TermViewProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { evaluation } = part;
  const isDecided = part.renewal_id !== null;
  return (
    <div className="stack term-view">
      <p className="muted small">
        {isOnly &&
          `${text.termName(part.number, formats.fullDay(part.starts_on), formats.fullDay(part.ends_on))}. `}
        {part.extended_until && `${text.extended(formats.fullDay(part.extended_until))} `}
        {part.tracks.length > 0 && `${text.tracks(part.tracks.join(', '))}. `}
        {isDecided && text.decided}
      </p>
      {evaluation && (
        <>
          <RequirementBars member={member} requirements={evaluation.requirements} term={term} />
          <p className="small muted">
            {text.counted(
              formats.number(evaluation.counted),
              formats.number(evaluation.earned),
              program?.unit ?? '',
            )}{' '}
            {evaluation.carried_in > 0 && text.carried(formats.number(evaluation.carried_in))}{' '}
            {evaluation.carries_out > 0 && text.carriesOut(formats.number(evaluation.carries_out))}
          </p>
          {evaluation.by_year.length > 1 && (
            <YearBars
              title={text.byYear}
              years={evaluation.by_year.map(({ starts_on, counted }) => ({
                label: formats.month(starts_on),
                points: counted,
              }))}
            />
          )}
        </>
      )}
      {term && term.checklist.length > 0 && <Checklist member={member} term={term} isDecided={isDecided} />}
    </div>
  );
}
