/**
 * E-mail, phone and language, which members change themselves; names and identifiers, which the council corrects on
 * request.
 */

import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, links, type Part } from './api.ts';
import { Correction } from './correction.tsx';
import { DATA } from './text-changes.ts';

export function MyData({ page, reload }: Part) {
  const text = useText(DATA);
  const { email } = page.member;
  return (
    <Card title={text.title}>
      <div className="stack">
        <p>
          {text.email}: <bdi>{email ?? text.none}</bdi>
        </p>
        <Disclosure summary={text.changeEmail}>
          <ChangeEmail reload={reload} />
        </Disclosure>
        <Contact page={page} reload={reload} />
        <Correction page={page} reload={reload} />
        {page.opened_by !== 'link' && (
          <ButtonLink external download size="small" icon="download" href={links.exportOwnData()}>
            {text.exportAll}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function ChangeEmail({ reload }: Pick<Part, 'reload'>) {
  const text = useText(DATA);
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const ask = useChange(
    () => api.changeOwnEmail({ email }),
    () => setSent(true),
  );
  const confirm = useChange(
    () => api.confirmOwnEmail({ code }),
    () => {
      setSent(false);
      setEmail('');
      setCode('');
      return reload();
    },
  );
  if (isSent)
    return (
      <Form change={confirm}>
        <p role="status">{text.sent(email)}</p>
        <CodeField label={text.code} value={code} onChange={setCode} />
        <Button type="submit" wide busy={confirm.isPending}>
          {text.confirm}
        </Button>
      </Form>
    );
  return (
    <Form change={ask}>
      <Field
        label={text.newEmail}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" wide busy={ask.isPending}>
        {text.changeEmail}
      </Button>
    </Form>
  );
}

function Contact({ page, reload }: Part) {
  const text = useText(DATA);
  const [phone, setPhone] = useState(page.member.phone ?? '');
  const [locale, setLocale] = useState(page.member.locale);
  const [isSaved, setSaved] = useState(false);
  const save = useChange(
    () => api.changeOwnProfile({ phone: phone.trim() === '' ? null : phone, locale }),
    () => {
      setSaved(true);
      return reload();
    },
  );
  return (
    <Form change={save}>
      <Field
        label={text.phone}
        type="tel"
        autoComplete="tel"
        maxLength={50}
        optional
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <Select
        label={text.locale}
        value={locale}
        onChange={setLocale}
        options={(['es', 'en'] as const).map((value) => ({ value, label: text.languages[value] }))}
      />
      {isSaved && !save.isPending && <Note tone="good">{text.saved}</Note>}
      <Button type="submit" wide busy={save.isPending}>
        {text.save}
      </Button>
    </Form>
  );
}
