import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { type ApiKey, type ApiKeyWithSecret, api } from '../api.ts';
import { TEXT } from './text.ts';

const GRACES = ['0', '3600', '86400', '604800'] as const;
type Grace = (typeof GRACES)[number];

type RotateKeyDialogProps = {
  apiKey: ApiKey;
  onClose: () => void;
  /** `oldEndsAt`: until when the old secret goes on working; undefined when it has ended. */
  onRotated: (key: ApiKeyWithSecret, oldEndsAt: string | undefined) => void;
};

export function RotateKeyDialog({ apiKey, onClose, onRotated }: RotateKeyDialogProps) {
  const text = useText(TEXT);
  const [grace, setGrace] = useState<Grace>('86400');
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: (seconds: number) => api.rotateKey(apiKey.id, seconds),
    onSuccess: ({ key }) => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
      onRotated(key, key.old_secret_ends_at ?? undefined);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.rotate.title}
      onSubmit={() => rotate.mutate(Number(grace))}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" variant="primary" icon="refresh" busy={rotate.isPending}>
            {text.rotate.submit}
          </Button>
        </>
      }
    >
      <div className="stack">
        {rotate.error && <Note tone="bad">{rotate.error.message}</Note>}
        <p>{text.rotate.intro(apiKey.name)}</p>
        <Choices
          label={text.rotate.question}
          value={grace}
          onChange={setGrace}
          options={GRACES.map((seconds) => ({ value: seconds, ...text.rotate.graces[seconds] }))}
        />
      </div>
    </Dialog>
  );
}
