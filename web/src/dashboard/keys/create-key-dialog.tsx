import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { type ApiKeyWithSecret, api } from '../api.ts';
import { useMode } from '../mode.tsx';
import { ME } from '../people/session.ts';
import { type DraftFaults, emptyDraft, faultsOf, toNewKey } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';
import { TEXT } from './text.ts';

type CreateKeyDialogProps = { onClose: () => void; onCreated: (key: ApiKeyWithSecret) => void };

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const text = useText(TEXT);
  const { timeZone } = useLocale();
  const [mode] = useMode();
  const [draft, setDraft] = useState(() => emptyDraft(mode));
  const [faults, setFaults] = useState<DraftFaults>({});
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: api.createKey,
    onSuccess: ({ key }) => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
      void queries.invalidateQueries({ queryKey: ME });
      onCreated(key);
    },
  });
  const submit = () => {
    const clock = { now: new Date(), timeZone };
    const found = faultsOf(draft, clock, true);
    setFaults(found);
    if (Object.keys(found).length === 0) create.mutate(toNewKey(draft, clock));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.form.createTitle}
      onSubmit={submit}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {text.create}
          </Button>
        </>
      }
    >
      <div className="stack gap-large">
        {create.error && <Note tone="bad">{create.error.message}</Note>}
        <KeyFields draft={draft} onChange={setDraft} faults={faults} />
      </div>
    </Dialog>
  );
}
