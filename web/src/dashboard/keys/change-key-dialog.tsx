import { useState } from 'react';
import { useLocale } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type ApiKey, api, type KeyChange } from '../api.ts';
import { useChange } from '../use-change.ts';
import { type DraftFaults, draftOf, faultsOf, toKeyChange } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';
import { TEXT } from './text.ts';

export function ChangeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const text = useText(TEXT);
  const { timeZone } = useLocale();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const [faults, setFaults] = useState<DraftFaults>({});
  const change = useChange((wanted: KeyChange) => api.updateKey(apiKey.id, wanted), {
    awaits: [['keys']],
    say: text.saved,
    onDone: onClose,
  });
  const submit = () => {
    const clock = { now: new Date(), timeZone };
    const found = faultsOf(draft, clock, false);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const wanted = toKeyChange(apiKey, draft, clock);
    if (Object.keys(wanted).length === 0) onClose();
    else change.mutate(wanted);
  };
  return (
    <FormDialog
      roomy
      title={text.form.changeTitle}
      submit={text.save}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields draft={draft} onChange={setDraft} faults={faults} existing={apiKey} />
    </FormDialog>
  );
}
