import { useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { Field, TextArea, WholeNumberField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { api, type Organizer } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

type DialogProps = { organizer?: Organizer; onClose: () => void };

/** Creates an organiser, or changes one: its name, its people, the number of days for sending a roster. */
export function OrganizerDialog({ organizer, onClose }: DialogProps) {
  const { form } = useText(TEXT);
  const [, go] = useLocation();
  const [mode] = useMode();
  const [name, setName] = useState(organizer?.name ?? '');
  const [emails, setEmails] = useState(organizer?.emails.join('\n') ?? '');
  const [days, setDays] = useState(String(organizer?.roster_days ?? 15));
  const save = useChange(
    () => {
      const fields = { name, emails: addressesOf(emails), roster_days: Number(days) };
      return organizer === undefined
        ? api.createOrganizer(fields, { mode })
        : api.updateOrganizer(organizer.id, fields, { mode });
    },
    {
      awaits: organizer === undefined ? [] : [['organizer', organizer.id]],
      resets: [['organizers']],
      say: organizer === undefined ? form.added : form.saved,
      onDone: ({ organizer: { id } }) => {
        onClose();
        if (organizer === undefined) go(`/memberships/organizers/${id}`);
      },
    },
  );
  return (
    <FormDialog
      title={organizer === undefined ? form.newTitle : form.changeTitle}
      submit={form.submit}
      change={save}
      onClose={onClose}
    >
      <Field
        label={form.name}
        hint={form.nameHint}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={form.emails}
        hint={form.emailsHint}
        value={emails}
        rows={4}
        spellCheck={false}
        optional
        onChange={(event) => setEmails(event.target.value)}
      />
      <WholeNumberField label={form.days} hint={form.daysHint} value={days} max={365} onChange={setDays} />
    </FormDialog>
  );
}

/** People also separate addresses with commas and semicolons. */
function addressesOf(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((address) => address !== '');
}
