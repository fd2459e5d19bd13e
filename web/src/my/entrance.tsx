/** Getting in: by a code that is mailed, or by the link in the address. */

import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { api, type Calls, type MyEntry, type Place } from './api.ts';
import { ENTRANCE } from './text.ts';
import { type Task, useTask } from './use-task.ts';

type Entered = { onEntered: () => Promise<void> };

export function Entrance({ place, onEntered }: { place: Place } & Entered) {
  const text = useText(ENTRANCE);
  const [link, setLink] = useState(linkInAddress);
  return (
    <Card title={text.title}>
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

/** Pressed by a person: programs that look into mails open pages too, and would use the link up. */
function LinkEntrance({ link, onEntered, onDead }: { link: string; onDead: () => void } & Entered) {
  const text = useText(ENTRANCE);
  const task = useTask();
  const open = () =>
    task.run(async () => {
      await api.logIn({ link });
      // Out of the address, which others may see over a shoulder or in a list of visited pages.
      history.replaceState(null, '', location.pathname);
      await onEntered();
    });
  return (
    <Form onSubmit={open} error={task.error}>
      <p>{text.link}</p>
      <Button type="submit" variant="primary" wide busy={task.isBusy}>
        {text.openLink}
      </Button>
      {task.error && (
        <Button variant="quiet" wide onClick={onDead}>
          {text.send}
        </Button>
      )}
    </Form>
  );
}

function CodeEntrance({ onEntered }: Entered) {
  const text = useText(ENTRANCE);
  const task = useTask();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const send = () =>
    task.run(async () => {
      await api.requestCode({ email });
      setSent(true);
    });
  if (isSent) return <CodeForm email={email} onOther={() => setSent(false)} onEntered={onEntered} />;
  return (
    <Form onSubmit={send} error={task.error}>
      <p>{text.how}</p>
      <Field
        label={text.email}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={task.isBusy}>
        {text.send}
      </Button>
    </Form>
  );
}

function CodeForm({ email, onOther, onEntered }: { email: string; onOther: () => void } & Entered) {
  const text = useText(ENTRANCE);
  const task = useTask();
  const [code, setCode] = useState('');
  const [choices, setChoices] = useState<MyEntry['choose']>([]);
  const enter = (entry: Parameters<Calls['logIn']>[0]) =>
    task.run(async () => {
      const { opened, choose } = await api.logIn(entry);
      if (opened) await onEntered();
      else setChoices(choose);
    });
  if (choices.length > 0)
    return (
      <Choices choices={choices} task={task} onChosen={(member_id) => enter({ email, code, member_id })} />
    );
  return (
    <Form onSubmit={() => enter({ email, code })} error={task.error}>
      <p role="status">{text.sent(email)}</p>
      <Field
        label={text.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={task.isBusy}>
        {text.enter}
      </Button>
      <Button variant="quiet" wide onClick={onOther}>
        {text.other}
      </Button>
    </Form>
  );
}

function Choices({
  choices,
  task,
  onChosen,
}: {
  choices: MyEntry['choose'];
  task: Task;
  onChosen: (memberId: string) => void;
}) {
  const text = useText(ENTRANCE);
  return (
    <div className="stack">
      <p role="status">{text.choose}</p>
      {task.error && <Note tone="bad">{task.error.message}</Note>}
      {choices.map(({ member_id, name, member_number }) => (
        <Button key={member_id} wide busy={task.isBusy} onClick={() => onChosen(member_id)}>
          <bdi>{name}</bdi> · {member_number}
        </Button>
      ))}
    </div>
  );
}
