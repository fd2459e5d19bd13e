import { useState } from 'react';
import { useLocale } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type ApiKeyWithSecret, api } from '../api.ts';
import { useMode } from '../mode.tsx';
import { ME } from '../people/session.ts';
import { useChange } from '../use-change.ts';
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
  const create = useChange(api.createKey, { refreshes: [['keys'], ME], onDone: ({ key }) => onCreated(key) });
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
      change={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields draft={draft} onChange={setDraft} faults={faults} />
    </FormDialog>
  );
}
