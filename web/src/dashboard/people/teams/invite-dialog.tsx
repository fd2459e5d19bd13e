import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api } from '../../api.ts';
import type { Role } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { EmailField } from '../person-fields.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ProvenDialog } from './proven-dialog.tsx';
import { PEOPLE } from './queries.ts';
import { RoleField } from './role-field.tsx';
import { TEXT } from './text.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { inviteForm: text } = useText(TEXT);
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const invite = useChange(
    async (owner: Owner | undefined) =>
      api.invitePerson({ email: email.trim(), role, ...(owner && (await provenBy(owner))) }),
    {
      awaits: [PEOPLE],
      onDone: ({ invitation }) => {
        // If there is a link, the dialog that follows shows it, once.
        if (invitation.link !== undefined) return;
        toast(text.done(invitation.email));
        onClose();
      },
    },
  );
  const link = invite.data?.invitation.link;
  if (link !== undefined) return <LinkDialog email={email.trim()} link={link} onClose={onClose} />;
  return (
    <ProvenDialog
      isProven={role === 'owner'}
      title={text.title}
      submit={text.submit}
      change={invite}
      onClose={onClose}
    >
      <EmailField label={text.email} value={email} onChange={setEmail} maxLength={254} />
      <RoleField label={text.role} value={role} onChange={setRole} />
      {role === 'owner' && <Note tone="warn">{text.ownerNote}</Note>}
    </ProvenDialog>
  );
}
