import { useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { type ApiKey, api } from '../api.ts';
import { useChange } from '../use-change.ts';
import { TEXT } from './text.ts';

const RECENT_MS = 7 * 86_400_000;

/** The owner confirms by typing the end of the secret, because names may be alike or hard to type. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const tail = apiKey.hint.slice(-4);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const revoke = useChange(() => api.revokeKey(apiKey.id, { reason: reason.trim() || undefined }), {
    awaits: [['keys']],
    say: text.revoke.done,
    onDone: onClose,
  });
  const usedAt = apiKey.last_used_at;
  const isInUse = usedAt !== null && Date.now() - Date.parse(usedAt) < RECENT_MS;
  return (
    <FormDialog
      title={text.revoke.title}
      submit={text.revoke.submit}
      icon="trash"
      danger
      change={revoke}
      onSubmit={() => {
        setWrong(typed.trim() !== tail);
        if (typed.trim() === tail) revoke.mutate();
      }}
      onClose={onClose}
    >
      <p>{text.revoke.intro(apiKey.name)}</p>
      {isInUse && <Note tone="warn">{text.revoke.recent(formats.relative(usedAt))}</Note>}
      <Field
        label={text.revoke.reason}
        hint={text.revoke.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={200}
        autoComplete="off"
        optional
      />
      <Field
        label={text.revoke.confirm(tail)}
        error={isWrong ? text.revoke.mismatch : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={10}
      />
    </FormDialog>
  );
}
