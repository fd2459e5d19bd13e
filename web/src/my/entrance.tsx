/** The entrance: with a mailed code, or with the link in the address. */

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
import { api, type MyEntry, type Place } from './api.ts';
import { ENTRANCE } from './text.ts';

type Entered = { onEntered: () => Promise<void> };

export function Entrance({ place, onEntered }: { place: Place } & Entered) {
  const text = useText(ENTRANCE);
  const [link, setLink] = useState(linkInAddress);
  return (
    <Card title={text.title} isPage>
      {link !== undefined && (
        <LinkEntrance link={link} onEntered={onEntered} onDead={() => setLink(undefined)} />
      )}
      {link === undefined && place.hasMail && <CodeEntrance onEntered={onEntered} />}
      {link === undefined && !place.hasMail && <Note>{text.noMail}</Note>}
    </Card>
  );
}

function linkInAddress(): string | undefined {
  return /^#link=([\w-]{43})$/.exec(location.hash)?.[1];
}

/** A person must press the button: mail scanners open pages too, and would use up the link. */
function LinkEntrance({ link, onEntered, onDead }: { link: string; onDead: () => void } & Entered) {
  const text = useText(ENTRANCE);
  const open = useChange(
    () => api.enterOwnPage({ link }),
    () => {
      // Removed from the address, which others may see on the screen or in the history.
      history.replaceState(null, '', location.pathname);
      return onEntered();
    },
  );
  return (
    <Form change={open}>
      <p>{text.link}</p>
      <Button type="submit" variant="primary" wide busy={open.isPending}>
        {text.openLink}
      </Button>
      {open.error && (
        <Button variant="quiet" wide onClick={onDead}>
          {text.send}
        </Button>
      )}
    </Form>
  );
}

function CodeEntrance({ onEntered }: Entered) {
  const text = useText(ENTRANCE);
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const send = useChange(
    () => api.mailEntranceCode({ email }),
    () => setSent(true),
  );
  if (isSent) return <CodeForm email={email} onOther={() => setSent(false)} onEntered={onEntered} />;
  return (
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
  );
}

function CodeForm({ email, onOther, onEntered }: { email: string; onOther: () => void } & Entered) {
  const text = useText(ENTRANCE);
  const [code, setCode] = useState('');
  const [choices, setChoices] = useState<MyEntry['choose']>([]);
  const enter = useChange(
    (member: { member_id?: string }) => api.enterOwnPage({ email, code, ...member }),
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

function Choices({ choices, enter }: { choices: MyEntry['choose']; enter: Change<{ member_id: string }> }) {
  const text = useText(ENTRANCE);
  return (
    <div className="stack">
      <p role="status">{text.choose}</p>
      {enter.error && <Note tone="bad">{enter.error.message}</Note>}
      {choices.map(({ member_id, name, member_number }) => (
        <Button key={member_id} wide busy={enter.isPending} onClick={() => enter.mutate({ member_id })}>
          <bdi>{name}</bdi> · {member_number}
        </Button>
      ))}
    </div>
  );
}
