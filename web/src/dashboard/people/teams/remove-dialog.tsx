import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { Seat } from '../../api.ts';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { ProvenDialog } from './proven-dialog.tsx';
import { PEOPLE } from './queries.ts';
import { TEXT } from './text.ts';

export function RemoveDialog({ seat, onClose }: { seat: Seat; onClose: () => void }) {
  const { removeForm: text } = useText(TEXT);
  const [revokesKeys, setRevokesKeys] = useState(false);
  const remove = useChange(
    async (owner: Owner | undefined) =>
      ownApi.removePerson(seat.person.id, owner ? await provenBy(owner) : {}, {
        ...(revokesKeys && { revoke_keys: 'true' }),
      }),
    { awaits: [PEOPLE], refreshes: [['keys']], say: text.done, onDone: onClose },
  );
  return (
    <ProvenDialog
      isProven={seat.role === 'owner'}
      title={text.title(seat.person.name)}
      submit={text.submit}
      danger
      change={remove}
      onClose={onClose}
    >
      <p>{text.intro(seat.person.email)}</p>
      <Checkbox label={text.keys} hint={text.keysHint} checked={revokesKeys} onChange={setRevokesKeys} />
    </ProvenDialog>
  );
}
