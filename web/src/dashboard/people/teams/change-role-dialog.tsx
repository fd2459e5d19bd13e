import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Note } from '../../../ui/note.tsx';
import { api, type Seat } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { ProvenDialog } from './proven-dialog.tsx';
import { PEOPLE } from './queries.ts';
import { RoleField } from './role-field.tsx';
import { TEXT } from './text.ts';

export function ChangeRoleDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { changeForm: text, inviteForm } = useText(TEXT);
  const [role, setRole] = useState(seat.role);
  const isProven = role !== seat.role && (role === 'owner' || seat.role === 'owner');
  const change = useChange(
    async (owner: Owner | undefined) =>
      api.changePersonRole(seat.person.id, { role, ...(owner && (await provenBy(owner))) }),
    { awaits: [PEOPLE], say: text.done, onDone: onClose },
  );
  return (
    <ProvenDialog
      isProven={isProven}
      title={text.title(seat.person.name)}
      submit={text.submit}
      change={change}
      onClose={onClose}
    >
      <RoleField label={inviteForm.role} value={role} onChange={setRole} />
      {isProven && <Note tone="warn">{text.ownerNote}</Note>}
    </ProvenDialog>
  );
}
