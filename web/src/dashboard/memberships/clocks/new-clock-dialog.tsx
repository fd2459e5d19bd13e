import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

export function NewClockDialog({ onClose }: { onClose: () => void }) {
  const { form } = useText(TEXT);
  const [mode] = useMode();
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  const save = useChange(
    () => api.createClock({ ...(name.trim() && { name: name.trim() }), ...(day && { day }) }, { mode }),
    { awaits: [['clocks']], say: form.done, onDone: onClose },
  );
  return (
    <FormDialog title={form.title} submit={form.submit} change={save} onClose={onClose}>
      <Field
        label={form.name}
        hint={form.nameHint}
        value={name}
        maxLength={200}
        autoComplete="off"
        optional
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={form.day}
        hint={form.dayHint}
        type="date"
        value={day}
        optional
        onChange={(event) => setDay(event.target.value)}
      />
    </FormDialog>
  );
}
