import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api } from '../../api.ts';
import { isTooShort, NewPasswordField } from '../new-password-field.tsx';
import { useAccount } from '../session.ts';
import { TEXT } from './text.ts';

export function PasswordCard() {
  const { password: text } = useText(TEXT);
  const { email } = useAccount();
  const toast = useToast();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [fault, setFault] = useState<'tooShort' | 'same'>();
  const change = useMutation({
    mutationFn: api.changePassword,
    onSuccess: () => {
      setCurrent('');
      setNext('');
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      toast(text.done);
    },
  });
  const submit = () => {
    const found = isTooShort(next) ? 'tooShort' : next === current ? 'same' : undefined;
    setFault(found);
    if (found === undefined) change.mutate({ current_password: current, new_password: next });
  };
  return (
    <Card title={text.title} note={text.note}>
      <Form className="settings-form" onSubmit={submit} error={change.error}>
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
        <div className="row">
          <Button type="submit" variant="primary" busy={change.isPending}>
            {text.submit}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
