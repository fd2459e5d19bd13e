import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { api } from '../api.ts';
import { useMode } from '../mode.tsx';
import { useChange } from '../use-change.ts';
import { TEXT } from './text.ts';

const EMPTY = { public_url: '', council_id: '', number: '', surname: '', external_id: '' };

type Typed = typeof EMPTY;

export function NewWatchDialog({ onClose }: { onClose: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [typed, setTyped] = useState(EMPTY);
  const save = useChange(() => api.createWatch(filled(typed), { mode }), {
    awaits: [['watches']],
    say: ({ watch }) => (watch.status === 'active' ? text.follows : text.asked),
    onDone: onClose,
  });
  const field = (name: keyof Typed) => (
    <Field
      label={text.fields[name]}
      hint={text.hints[name]}
      value={typed[name]}
      autoComplete="off"
      optional
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <FormDialog title={text.newTitle} submit={text.submit} change={save} onClose={onClose} roomy>
      <p>{text.how}</p>
      {field('public_url')}
      {field('council_id')}
      {field('number')}
      {field('surname')}
      {field('external_id')}
    </FormDialog>
  );
}

/** People may paste either the council's id or the address of its look-up page. */
function filled(typed: Typed): Partial<Typed> {
  const council = /acct_[0-9A-Za-z]{22}/.exec(typed.council_id)?.[0] ?? typed.council_id;
  const all = Object.entries({ ...typed, council_id: council }).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}
