import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
    <FormDialog
      roomy
      title={text.form.createTitle}
      submit={text.create}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields draft={draft} onChange={setDraft} faults={faults} />
    </FormDialog>
  );
}
