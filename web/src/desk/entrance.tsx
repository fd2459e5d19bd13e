/** The entrance of the desk: with a mailed code. */

import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { Change } from '../ui/change.ts';
import { CodeField } from '../ui/code-field.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type DeskEntry, type Place } from './api.ts';
import { ENTRANCE } from './text.ts';

type Entered = { onEntered: () => Promise<void> };

export function Entrance({ place, onEntered }: { place: Place } & Entered) {
  const text = useText(ENTRANCE);
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const send = useChange(
    () => api.mailDeskCode({ email }),
    () => setSent(true),
  );
  if (!place.hasMail)
    return (
      <Card title={text.title} isPage>
        <Note>{text.noMail}</Note>
      </Card>
    );
  return (
    <Card title={text.title} isPage>
      {isSent ? (
        <CodeForm email={email} onOther={() => setSent(false)} onEntered={onEntered} />
      ) : (
        <Form change={send}>
          <p>{text.how}</p>
          <Field
            label={text.email}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" variant="primary" wide busy={send.isPending}>
            {text.send}
          </Button>
        </Form>
      )}
    </Card>
  );
}

function CodeForm({ email, onOther, onEntered }: { email: string; onOther: () => void } & Entered) {
  const text = useText(ENTRANCE);
  const [code, setCode] = useState('');
  const [choices, setChoices] = useState<DeskEntry['choose']>([]);
  const enter = useChange(
    (organizer: { organizer_id?: string }) => api.enterDesk({ email, code, ...organizer }),
    ({ opened, choose }) => (opened ? onEntered() : setChoices(choose)),
  );
  if (choices.length > 0) return <Choices choices={choices} enter={enter} />;
  return (
    <Form change={enter} onSubmit={() => enter.mutate({})}>
      <p role="status">{text.sent(email)}</p>
      <CodeField label={text.code} value={code} onChange={setCode} />
      <Button type="submit" variant="primary" wide busy={enter.isPending}>
        {text.enter}
      </Button>
      <Button variant="quiet" wide onClick={onOther}>
        {text.other}
      </Button>
    </Form>
  );
}

type ChoicesProps = { choices: DeskEntry['choose']; enter: Change<{ organizer_id: string }> };

function Choices({ choices, enter }: ChoicesProps) {
  const text = useText(ENTRANCE);
  return (
    <div className="stack">
      <p role="status">{text.choose}</p>
      {enter.error && <Note tone="bad">{enter.error.message}</Note>}
      {choices.map(({ organizer_id, name }) => (
        <Button key={organizer_id} wide busy={enter.isPending} onClick={() => enter.mutate({ organizer_id })}>
          <bdi>{name}</bdi>
        </Button>
      ))}
    </div>
  );
}
