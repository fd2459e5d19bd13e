/** Lists who has a seat in the account and who is invited, and explains the roles. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { AddButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { api } from '../../api.ts';
import { May } from '../../may.tsx';
import { ROLES } from '../../own-api.ts';
import { Page } from '../../page.tsx';
import { type Invitation, InvitationTable } from './invitation-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PEOPLE } from './queries.ts';
import { ROLE_TEXT } from './role-text.ts';
import { SeatTable } from './seat-table.tsx';
import './people.css';
import { TEXT } from './text.ts';

export function PeoplePage() {
  const text = useText(TEXT);
  const found = useQuery({ queryKey: PEOPLE, queryFn: api.listPeople });
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        <May act="invitePerson">
          <AddButton label={text.invite} onClick={() => setInviting(true)} />
        </May>
      }
    >
      <Loaded found={found} lines={5} frame="card">
        {({ people, invitations }) => (
          <>
            <Card title={text.people} flush>
              <SeatTable seats={people} />
            </Card>
            <InvitationsCard
              // Accepted invitations are left out, because these people are in the list of people.
              invitations={invitations.filter(({ status }) => status !== 'accepted')}
            />
          </>
        )}
      </Loaded>
      <RolesCard />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function InvitationsCard({ invitations }: { invitations: readonly Invitation[] }) {
  const text = useText(TEXT);
  return (
    <Card title={text.invitations} flush={invitations.length > 0}>
      {invitations.length === 0 ? (
        <p className="muted">{text.noInvitations}</p>
      ) : (
        <InvitationTable invitations={invitations} />
      )}
    </Card>
  );
}

function RolesCard() {
  const text = useText(TEXT);
  const { names, may } = useText(ROLE_TEXT);
  return (
    <Card title={text.roles}>
      <dl className="role-lines">
        {ROLES.map((role) => (
          <Fact key={role} label={names[role]}>
            {may[role]}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}
