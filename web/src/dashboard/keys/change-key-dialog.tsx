import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocale } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type ApiKey, api, type KeyChange } from '../api.ts';
import { type DraftFaults, draftOf, faultsOf, toKeyChange } from './key-draft.ts';
import { KeyFields } from './key-fields.tsx';
import { TEXT } from './text.ts';

export function ChangeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const text = useText(TEXT);
  const { timeZone } = useLocale();
  const toast = useToast();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const [faults, setFaults] = useState<DraftFaults>({});
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: KeyChange) => api.updateKey(apiKey.id, wanted),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['keys'] });
      toast(text.saved);
      onClose();
    },
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
      busy={change.isPending}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyFields draft={draft} onChange={setDraft} faults={faults} existing={apiKey} />
    </FormDialog>
  );
}
