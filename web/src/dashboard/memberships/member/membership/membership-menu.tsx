/** What a registrar may decide about a membership and its open term. */

import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { DotsMenu, MenuItem, MenuLine } from '../../../../ui/menu.tsx';
import { api, type Member, type Membership, type Term } from '../../../api.ts';
import { May, useMay } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { ReportedByYou, useReportedByYou } from '../../four-eyes.tsx';
import { StepDialog } from '../actions/step-dialog.tsx';
import { ExtendDialog, WaiveDialog } from './term-dialogs.tsx';
import { TEXT } from './text.ts';

type Asking = 'extend' | 'waive' | 'suspend' | 'reactivate' | 'end';

type MenuProps = { member: Member; membership: Membership; term: Term | undefined };

export function MembershipMenu({ member, membership, term }: MenuProps) {
  const text = useText(TEXT);
  const [asking, setAsking] = useState<Asking>();
  const canDecide = term !== undefined && term.renewal_id === null && !term.void;
  const isSuspended = membership.status === 'suspended';
  const may = useMay();
  // A menu without items would open empty, so it is not shown.
  const isOffered = may('endMembership') || (canDecide && (may('createRenewal') || may('extendTerm')));
  const isAskedByYou = useReportedByYou(membership.id, canDecide && may('extendTerm'), membership.updated_at);
  const close = () => setAsking(undefined);
  return (
    <>
      {isAskedByYou && <ReportedByYou />}
      {isOffered && (
        <DotsMenu label={text.actions}>
          {canDecide && (
            <>
              <May act="createRenewal">
                <MenuItem
                  icon="refresh"
                  href={`/memberships/renewals?tab=eligible&membership=${membership.id}`}
                >
                  {text.renew}
                </MenuItem>
              </May>
              {!isAskedByYou && (
                <>
                  <May act="extendTerm">
                    <MenuItem icon="clock" onSelect={() => setAsking('extend')}>
                      {text.extend}
                    </MenuItem>
                  </May>
                  <May act="waiveRequirement">
                    <MenuItem icon="shield" onSelect={() => setAsking('waive')}>
                      {text.waive}
                    </MenuItem>
                  </May>
                </>
              )}
              <MenuLine />
            </>
          )}
          <May act="suspendMembership">
            <MenuItem
              icon={isSuspended ? 'refresh' : 'lock'}
              onSelect={() => setAsking(isSuspended ? 'reactivate' : 'suspend')}
            >
              {isSuspended ? text.reactivate : text.suspend}
            </MenuItem>
          </May>
          <May act="endMembership">
            <MenuItem icon="close" tone="danger" onSelect={() => setAsking('end')}>
              {text.end}
            </MenuItem>
          </May>
        </DotsMenu>
      )}
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
  const [mode] = useMode();
  const { id } = membership;
  const form = {
    suspend: { call: api.suspendMembership, ...text.suspendForm },
    reactivate: { call: api.reactivateMembership, ...text.reactivateForm },
    end: { call: api.endMembership, ...text.endForm },
  }[step];
  return (
    <StepDialog
      member={member}
      title={text[step]}
      intro={form.intro}
      say={form.done}
      danger={step !== 'reactivate'}
      call={(given) => form.call(id, given, { mode })}
      undo={step === 'suspend' ? () => api.reactivateMembership(id, {}, { mode }) : undefined}
      onClose={onClose}
    />
  );
}
