/** The log-in with a mailed code: the address, the code, and a choice if several people share the address. */

import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';

type Words = {
  how: string;
  email: string;
  send: string;
  sent: (email: string) => string;
  code: string;
  enter: string;
  other: string;
  choose: string;
};

type CodeEntranceProps<One> = {
  text: Words;
  mailCode: (asked: { email: string }) => Promise<unknown>;
  enter: (given: { email: string; code: string }, chosenId?: string) => Promise<Answer<One>>;
  idOf: (one: One) => string;
  nameOf: (one: One) => ReactNode;
  onEntered: () => Promise<void>;
};

type Answer<One> = { opened: boolean; choose: readonly One[] };

export function CodeEntrance<One>(props: CodeEntranceProps<One>) {
  const { text } = props;
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const send = useChange(
    () => props.mailCode({ email }),
    () => setSent(true),
  );
  if (isSent) return <CodeForm {...props} email={email} onOther={() => setSent(false)} />;
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

type CodeFormProps<One> = CodeEntranceProps<One> & { email: string; onOther: () => void };

function CodeForm<One>({ text, email, onOther, onEntered, ...props }: CodeFormProps<One>) {
  const [code, setCode] = useState('');
  const [choices, setChoices] = useState<readonly One[]>([]);
  const enter = useChange(
    (chosenId: string | undefined) => props.enter({ email, code }, chosenId),
    ({ opened, choose }) => (opened ? onEntered() : setChoices(choose)),
  );
  if (choices.length > 0)
    return (
      <div className="stack">
        <p role="status">{text.choose}</p>
        {enter.error && <Note tone="bad">{enter.error.message}</Note>}
        {choices.map((one) => (
          <Button
            key={props.idOf(one)}
            wide
            busy={enter.isPending}
            onClick={() => enter.mutate(props.idOf(one))}
          >
            {props.nameOf(one)}
          </Button>
        ))}
      </div>
    );
  return (
    <Form change={enter} onSubmit={() => enter.mutate(undefined)}>
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
