import { useText } from '../../../i18n/use-text.ts';
import type { Award, Member, Membership, Transcript } from '../../api.ts';
import { HoldNote } from '../../holds/hold-note.tsx';
import { usePageTitle } from '../../page.tsx';
import { RecordPage } from '../../record-page.tsx';
import { MemberStatusBadge } from '../badges.tsx';
import { ReviewsOfMember } from '../draws/review/reviews-of-member.tsx';
import { fullName } from '../full-name.ts';
import '../council.css';
import { COUNCIL_TEXT } from '../text.ts';
import { MemberActions } from './actions/member-actions.tsx';
import { DocumentsCard } from './documents/documents-card.tsx';
import './member.css';
import { MembershipCard } from './membership/membership-card.tsx';
import { PersonCard } from './person/person-card.tsx';
import { PublicCard } from './person/public-card.tsx';
import { AwardsCard } from './points/awards-card.tsx';
import { LedgerCard } from './points/ledger-card.tsx';
import { StandingSentences } from './standing-sentences.tsx';
import { TEXT } from './text.ts';
import { useMember } from './use-member.ts';

export function MemberPage({ id }: { id: string }) {
  const text = useText(TEXT);
  const found = useMember(id);
  return (
    <RecordPage
      found={found}
      title={text.title}
      back={{ href: '/memberships/members', label: text.back, quiet: true }}
      missing={{ title: text.notFoundTitle, text: text.notFound }}
    >
      {(detail) => <MemberDetail {...detail} />}
    </RecordPage>
  );
}

type DetailProps = {
  member: Member;
  transcript: Transcript;
  memberships: readonly Membership[];
  awards: readonly Award[];
};

function MemberDetail({ member, transcript, memberships, awards }: DetailProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const name = fullName(member) || words.noName;
  usePageTitle(name);
  const isGone = member.status === 'anonymised';
  return (
    <>
      <header className="page-head">
        <div>
          <div className="row gap-small">
            <span className="muted">{text.number(member.member_number)}</span>
            <MemberStatusBadge status={member.status} />
          </div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <StandingSentences member={member} memberships={memberships} />
        </div>
        {!isGone && <MemberActions member={member} memberships={memberships} />}
      </header>
      <HoldNote of={{ member_id: member.id }} />
      <div className="member-columns">
        <div className="stack gap-large">
          {memberships.map((membership) => (
            <MembershipCard
              key={membership.id}
              member={member}
              membership={membership}
              part={transcript.memberships.find(({ id }) => id === membership.id)}
              program={transcript.programs.find(({ id }) => id === membership.program_id)}
            />
          ))}
          <AwardsCard member={member} transcript={transcript} />
          <ReviewsOfMember memberId={member.id} />
          <LedgerCard transcript={transcript} />
        </div>
        <div className="stack gap-large">
          <PersonCard member={member} />
          <DocumentsCard member={member} awards={awards} transcript={transcript} />
          {!isGone && <PublicCard member={member} />}
        </div>
      </div>
    </>
  );
}
