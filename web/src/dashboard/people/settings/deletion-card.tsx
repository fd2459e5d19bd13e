import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api } from '../../api.ts';
import { ME, useAccount } from '../session.ts';
import { PasswordDialog } from './password-dialog.tsx';
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
  const toast = useToast();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: api.cancelDeletion,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ME });
      toast(text.cancelled);
    },
    onError: (error) => toast(error.message, 'bad'),
  });
  return (
    <Button variant="primary" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      {text.cancel}
    </Button>
  );
}

function AskDialog({ onClose }: { onClose: () => void }) {
  const { deletion: text } = useText(TEXT);
  const { email } = useAccount();
  const toast = useToast();
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: api.requestDeletion,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ME });
      toast(text.asked);
      onClose();
    },
  });
  return (
    <PasswordDialog
      title={text.askTitle}
      submit={text.submit}
      danger
      busy={ask.isPending}
      error={ask.error}
      onPassword={(password) => ask.mutate({ password })}
      onClose={onClose}
    >
      <p>{text.askIntro(email)}</p>
    </PasswordDialog>
  );
}
