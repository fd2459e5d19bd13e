/** What a registrar may decide about a membership and its open term. */

import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/menu.tsx';
import { api, type Member, type Membership, type Term } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { type Step, StepDialog } from '../actions/step-dialog.tsx';
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
    suspend: api.suspendMembership,
    reactivate: api.reactivateMembership,
    end: api.endMembership,
  };
  const back = useMemberChange(member.id, () => api.reactivateMembership(membership.id, {}, { mode }));
  const form = { suspend: text.suspendForm, reactivate: text.reactivateForm, end: text.endForm }[step];
  const change = useMemberChange(member.id, (given: Step) => calls[step](membership.id, given, { mode }), {
    say: form.done,
    undo: step === 'suspend' ? { label: words.undo, run: () => back.mutate() } : undefined,
    onDone: onClose,
  });
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
