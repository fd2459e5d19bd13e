/** What a registrar may decide about a membership and its open term. */

import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/menu.tsx';
import type { Member, Membership, Term } from '../../../api-types.ts';
import { useMode } from '../../../mode.tsx';
import { council } from '../../api.ts';
import { COUNCIL_TEXT } from '../../text.ts';
import { StepDialog } from '../actions/step-dialog.tsx';
import { useMemberChange } from '../use-member.ts';
import { ExtendDialog, WaiveDialog } from './term-dialogs.tsx';
import { TEXT } from './text.ts';

type Asking = 'extend' | 'waive' | 'suspend' | 'reactivate' | 'end';

type MenuProps = { member: Member; membership: Membership; term: Term | undefined };

export function MembershipMenu({ member, membership, term }: MenuProps) {
  const text = useText(TEXT);
  const [asking, setAsking] = useState<Asking>();
  const canDecide = term !== undefined && term.renewal_id === null && !term.void;
  const isSuspended = membership.status === 'suspended';
  const close = () => setAsking(undefined);
  return (
    <>
      <Menu
        label={text.actions}
        button={(trigger) => (
          <Button variant="quiet" size="small" icon="dots" aria-label={text.actions} {...trigger} />
        )}
      >
        {canDecide && (
          <>
            <MenuItem icon="refresh" href={`/memberships/renewals?tab=eligible&membership=${membership.id}`}>
              {text.renew}
            </MenuItem>
            <MenuItem icon="clock" onSelect={() => setAsking('extend')}>
              {text.extend}
            </MenuItem>
            <MenuItem icon="shield" onSelect={() => setAsking('waive')}>
              {text.waive}
            </MenuItem>
            <MenuLine />
          </>
        )}
        <MenuItem
          icon={isSuspended ? 'refresh' : 'lock'}
          onSelect={() => setAsking(isSuspended ? 'reactivate' : 'suspend')}
        >
          {isSuspended ? text.reactivate : text.suspend}
        </MenuItem>
        <MenuItem icon="close" tone="danger" onSelect={() => setAsking('end')}>
          {text.end}
        </MenuItem>
      </Menu>
      {asking === 'extend' && term && <ExtendDialog member={member} term={term} onClose={close} />}
      {asking === 'waive' && term && <WaiveDialog member={member} term={term} onClose={close} />}
      {(asking === 'suspend' || asking === 'reactivate' || asking === 'end') && (
        <MembershipStep member={member} membership={membership} step={asking} onClose={close} />
      )}
    </>
  );
}

type StepProps = {
  member: Member;
  membership: Membership;
  step: 'suspend' | 'reactivate' | 'end';
  onClose: () => void;
};

function MembershipStep({ member, membership, step, onClose }: StepProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  const calls = {
    suspend: council.suspendMembership,
    reactivate: council.reactivateMembership,
    end: council.endMembership,
  };
  const back = useMemberChange(member.id, () => council.reactivateMembership(mode, membership.id, {}));
  const form = { suspend: text.suspendForm, reactivate: text.reactivateForm, end: text.endForm }[step];
  const change = useMemberChange(
    member.id,
    (given: { reason?: string; on?: string }) => calls[step](mode, membership.id, given),
    {
      say: form.done,
      undo: step === 'suspend' ? { label: words.undo, run: () => back.mutate() } : undefined,
      onDone: onClose,
    },
  );
  return (
    <StepDialog
      title={text[step]}
      intro={form.intro}
      submit={text[step]}
      danger={step !== 'reactivate'}
      change={change}
      onClose={onClose}
    />
  );
}
