import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/menu.tsx';
import { api, type Member, type Membership } from '../../../api.ts';
import { May } from '../../../may.tsx';
import { useMode } from '../../../mode.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { AccessLinkDialog } from './access-link-dialog.tsx';
import { AnonymiseDialog, DeleteDialog, MergeDialog } from './last-steps.tsx';
import { OpenMembershipDialog } from './open-membership-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';
import { TEXT } from './text.ts';

type Asking = 'open' | 'link' | 'suspend' | 'reactivate' | 'deceased' | 'merge' | 'anonymise' | 'delete';

type ActionsProps = { member: Member; memberships: readonly Membership[] };

export function MemberActions({ member, memberships }: ActionsProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const isActive = member.status === 'active';
  return (
    <div className="row gap-small">
      {isActive && (
        <May act="createMembership">
          <Button icon="plus" onClick={() => setAsking('open')}>
            {text.open}
          </Button>
        </May>
      )}
      <May act="updateMember">
        <Menu
          label={text.actions}
          button={(trigger) => <Button icon="dots" aria-label={words.more} {...trigger} />}
        >
          {member.status !== 'deceased' && (
            <May act="createAccessLink">
              <MenuItem icon="link" onSelect={() => setAsking('link')}>
                {text.link.item}
              </MenuItem>
            </May>
          )}
          {isActive ? (
            <May act="suspendMember">
              <MenuItem icon="lock" onSelect={() => setAsking('suspend')}>
                {text.suspend}
              </MenuItem>
            </May>
          ) : (
            <May act="reactivateMember">
              <MenuItem icon="refresh" onSelect={() => setAsking('reactivate')}>
                {text.reactivate}
              </MenuItem>
            </May>
          )}
          {member.status !== 'deceased' && (
            <May act="recordDeath">
              <MenuItem icon="user" onSelect={() => setAsking('deceased')}>
                {text.deceased}
              </MenuItem>
            </May>
          )}
          <May act="mergeMember">
            <MenuItem icon="people" onSelect={() => setAsking('merge')}>
              {text.merge}
            </MenuItem>
          </May>
          <May act="anonymiseMember">
            <MenuLine />
            <MenuItem icon="trash" tone="danger" onSelect={() => setAsking('anonymise')}>
              {text.anonymise}
            </MenuItem>
          </May>
          {memberships.length === 0 && (
            <May act="deleteMember">
              <MenuItem icon="trash" tone="danger" onSelect={() => setAsking('delete')}>
                {text.remove}
              </MenuItem>
            </May>
          )}
        </Menu>
      </May>
      {asking === 'open' && (
        <OpenMembershipDialog member={member} memberships={memberships} onClose={close} />
      )}
      {asking === 'link' && <AccessLinkDialog member={member} onClose={close} />}
      {asking === 'merge' && <MergeDialog member={member} onClose={close} />}
      {asking === 'anonymise' && <AnonymiseDialog member={member} onClose={close} />}
      {asking === 'delete' && <DeleteDialog member={member} onClose={close} />}
      {(asking === 'suspend' || asking === 'reactivate' || asking === 'deceased') && (
        <MemberStep member={member} step={asking} onClose={close} />
      )}
    </div>
  );
}

type StepProps = { member: Member; step: 'suspend' | 'reactivate' | 'deceased'; onClose: () => void };

function MemberStep({ member, step, onClose }: StepProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const form = {
    suspend: { call: api.suspendMember, intro: text.suspendIntro, say: text.suspended },
    reactivate: { call: api.reactivateMember, intro: text.reactivateIntro, say: text.reactivated },
    deceased: { call: api.recordDeath, intro: text.deceasedIntro, say: text.died },
  }[step];
  const isBack = step === 'reactivate';
  return (
    <StepDialog
      member={member}
      title={text[step]}
      intro={form.intro}
      say={form.say}
      danger={!isBack}
      call={(given) => form.call(member.id, given, { mode })}
      undo={isBack ? undefined : () => api.reactivateMember(member.id, {}, { mode })}
      onClose={onClose}
    />
  );
}
