import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api } from '../../api.ts';
import { useAccount } from '../session.ts';
import { SHORTEST_PASSWORD } from '../sign-in/sign-up-page.tsx';
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
    const found = next.length < SHORTEST_PASSWORD ? 'tooShort' : next === current ? 'same' : undefined;
    setFault(found);
    if (found === undefined) change.mutate({ current_password: current, new_password: next });
  };
  return (
    <Card title={text.title} note={text.note}>
      <form
        className="stack settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {change.error && <Note tone="bad">{change.error.message}</Note>}
        {/* Managers of passwords store the new one under the address that they find beside it. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={text.current}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          autoComplete="current-password"
          maxLength={200}
        />
        <PasswordField
          label={text.next}
          hint={text.hint}
          error={fault && text[fault]}
          value={next}
          onChange={(event) => setNext(event.target.value)}
          autoComplete="new-password"
          maxLength={200}
        />
        <div className="row">
          <Button type="submit" variant="primary" busy={change.isPending}>
            {text.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}
