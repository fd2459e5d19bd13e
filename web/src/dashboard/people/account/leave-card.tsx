import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { useAccount, usePerson, useRole } from '../session.ts';
import { ProvenDialog } from '../teams/proven-dialog.tsx';
import { TEXT } from '../teams/text.ts';

/** Everybody with a seat may leave the account; an owner needs the password for that. */
export function LeaveCard() {
  const { leave: text } = useText(TEXT);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.title} note={text.note}>
      <div className="row">
        <Button variant="danger" icon="logout" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      </div>
      {isOpen && <LeaveDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { leave: text } = useText(TEXT);
  const { name } = useAccount();
  const { id } = usePerson();
  const leave = useChange(
    async (owner: Owner | undefined) => ownApi.removePerson(id, owner ? await provenBy(owner) : {}),
    // Reloads the dashboard, which then shows an account in which the person still has a seat.
    { onDone: () => window.location.assign('/dashboard') },
  );
  return (
    <ProvenDialog
      isProven={useRole() === 'owner'}
      title={text.formTitle}
      submit={text.submit}
      danger
      change={leave}
      onClose={onClose}
    >
      <p>{text.intro(name)}</p>
    </ProvenDialog>
  );
}
