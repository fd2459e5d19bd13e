import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { usePerson } from '../session.ts';
import { OwnerDialog } from './password-dialog.tsx';
import { TEXT } from './text.ts';

/** People can erase themselves. Accounts stay, so the server refuses to erase the last owner of an account. */
export function EraseCard() {
  const { erase: text } = useText(TEXT);
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.title} note={text.note}>
      <div className="row">
        <Button variant="danger" icon="trash" onClick={() => setOpen(true)}>
          {text.open}
        </Button>
      </div>
      {isOpen && <EraseDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const { erase: text } = useText(TEXT);
  const { email } = usePerson();
  const erase = useChange(async (owner: Owner) => ownApi.eraseMe(await provenBy(owner)), {
    onDone: () => window.location.assign('/dashboard/login'),
  });
  return (
    <OwnerDialog text={text} change={erase} onClose={onClose}>
      <p>{text.intro(email)}</p>
      <ul className="deletion-points">
        {text.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </OwnerDialog>
  );
}
