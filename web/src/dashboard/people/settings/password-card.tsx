import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Form, SubmitRow } from '../../../ui/form.tsx';
import { api } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { usePerson } from '../session.ts';
import { TEXT } from './text.ts';

export function PasswordCard() {
  const { password: text } = useText(TEXT);
  const { email } = usePerson();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [fault, setFault] = useState<'tooShort' | 'same'>();
  const change = useChange(api.changePassword, {
    refreshes: [['sessions']],
    say: text.done,
    onDone: () => {
      setCurrent('');
      setNext('');
    },
  });
  const submit = () => {
    const found = isTooShort(next) ? 'tooShort' : next === current ? 'same' : undefined;
    setFault(found);
    if (found === undefined) change.mutate({ current_password: current, new_password: next });
  };
  return (
    <Card title={text.title} note={text.note}>
      <Form className="settings-form" change={change} onSubmit={submit}>
        {/* Tells password managers which account the new password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={text.current}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          autoComplete="current-password"
          maxLength={200}
        />
        <NewPasswordField
          label={text.next}
          value={next}
          onChange={setNext}
          tooShort={fault === 'tooShort'}
          error={fault === 'same' ? text.same : undefined}
        />
        <SubmitRow busy={change.isPending}>{text.submit}</SubmitRow>
      </Form>
    </Card>
  );
}
