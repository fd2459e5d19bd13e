/** Names and identifiers: the council decides on corrections requested here. */

import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type MyRequest, type Part } from './api.ts';
import { DATA } from './text-changes.ts';

export function Correction({ page, reload }: Part) {
  const text = useText(DATA);
  const [newest] = page.requests;
  return (
    <div className="stack">
      {newest !== undefined && <Asked request={newest} reload={reload} />}
      {newest?.status !== 'pending' && (
        <Disclosure summary={text.correct}>
          <CorrectionForm page={page} reload={reload} />
        </Disclosure>
      )}
    </div>
  );
}

function Asked({ request, reload }: { request: MyRequest } & Pick<Part, 'reload'>) {
  const text = useText(DATA);
  const withdraw = useChange(() => api.withdrawOwnCorrection(request.id), reload);
  const fields = request.fields
    .map((field) => text.field[field as keyof typeof text.field] ?? field)
    .join(', ');
  if (request.status !== 'pending')
    return (
      <Note tone={request.status === 'approved' ? 'good' : 'info'}>
        {text.decided[request.status](fields)} {request.reason}
      </Note>
    );
  return (
    <>
      <Note>{text.waits(fields)}</Note>
      {withdraw.error && <Note tone="bad">{withdraw.error.message}</Note>}
      <Button wide busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {text.withdraw}
      </Button>
    </>
  );
}

/** CURP and RFC are shown masked, so members type them in full or leave them empty. */
const MASKED = ['curp', 'rfc'] as const;
const OPEN = [
  'given_name',
  'first_surname',
  'second_surname',
  'professional_license',
  'specialty',
  'specialty_license',
] as const;

type Name = (typeof MASKED)[number] | (typeof OPEN)[number];

function CorrectionForm({ page, reload }: Part) {
  const text = useText(DATA);
  const { member } = page;
  const [wanted, setWanted] = useState<Partial<Record<Name, string>>>({});
  const tie = (name: Name, before: string) => ({
    value: wanted[name] ?? before,
    onChange: (event: { target: { value: string } }) => setWanted({ ...wanted, [name]: event.target.value }),
  });
  const ask = useChange(async () => {
    const changes = Object.entries(wanted).filter(
      ([name, value]) => !(MASKED as readonly string[]).includes(name) || value.trim() !== '',
    );
    await api.requestOwnCorrection({
      changes: Object.fromEntries(changes.map(([name, value]) => [name, value.trim() === '' ? null : value])),
    });
    setWanted({});
  }, reload);
  return (
    <Form change={ask}>
      <p className="muted small">{text.correctHow}</p>
      {OPEN.map((name) => (
        <Field
          key={name}
          label={text.field[name]}
          maxLength={200}
          required={name === 'given_name' || name === 'first_surname'}
          {...tie(name, member[name] ?? '')}
        />
      ))}
      {MASKED.map((name) => (
        <Field
          key={name}
          label={text.field[name]}
          hint={member[name] === null ? undefined : text.masked(member[name])}
          maxLength={20}
          optional
          autoComplete="off"
          {...tie(name, '')}
        />
      ))}
      <Button type="submit" wide busy={ask.isPending}>
        {text.ask}
      </Button>
    </Form>
  );
}
