import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { api } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import type { Owner } from '../passkeys/ceremony.ts';
import { ME, useAccount } from '../session.ts';
import { PasswordDialog } from '../settings/password-dialog.tsx';
import { TEXT } from './text.ts';

export function DeletionCard() {
  const { deletion: text } = useText(TEXT);
  const formats = useFormats();
  const { deletion_requested_at: askedAt } = useAccount();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={text.title}>
      <div className="stack settings-form">
        {askedAt !== null && <Note tone="warn">{text.pending(formats.dateTime(askedAt))}</Note>}
        <p>{text.intro}</p>
        <ul className="deletion-points">
          {text.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <div className="row">
          {askedAt === null ? (
            <Button variant="danger" icon="trash" onClick={() => setOpen(true)}>
              {text.ask}
            </Button>
          ) : (
            <KeepButton />
          )}
        </div>
      </div>
      {isOpen && <AskDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

function KeepButton() {
  const { deletion: text } = useText(TEXT);
  const cancel = useChange(api.cancelDeletion, { awaits: [ME], say: text.cancelled, saysRefusal: true });
  return (
    <Button variant="primary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      {text.cancel}
    </Button>
  );
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const { deletion: text } = useText(TEXT);
  const { name } = useAccount();
  const ask = useChange(({ password }: Owner) => api.requestDeletion({ password }), {
    awaits: [ME],
    say: text.asked,
    onDone: onClose,
  });
  return (
    <PasswordDialog title={text.askTitle} submit={text.submit} danger change={ask} onClose={onClose}>
      <p>{text.askIntro(name)}</p>
    </PasswordDialog>
  );
}
