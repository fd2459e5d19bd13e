/** Shows whether mails are sent, and how many webhooks of each account fail. It names no recipients. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Page } from '../dashboard/page.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Card } from '../ui/card.tsx';
import { Fact } from '../ui/fact.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type Answer, operatorApi } from './api.ts';
import { useAct } from './proof.tsx';
import { OPERATOR_TEXT } from './text.ts';
import { TryNow } from './try-now.tsx';

export function MailPage() {
  const { mail: text } = useText(OPERATOR_TEXT);
  const mail = useQuery({ queryKey: ['operator', 'mail'], queryFn: operatorApi.getMail });
  const webhooks = useQuery({ queryKey: ['operator', 'webhooks'], queryFn: operatorApi.listWebhooks });
  return (
    <Page title={text.title} intro={text.intro}>
      <Loaded found={mail} lines={4} frame="card">
        {(found) => <MailCard mail={found} />}
      </Loaded>
      <Loaded found={webhooks} lines={4} frame="card">
        {({ accounts }) => <WebhooksCard accounts={accounts} />}
      </Loaded>
    </Page>
  );
}

function MailCard({ mail }: { mail: Answer<'getMail'> }) {
  const { mail: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const test = useAct(operatorApi.sendTestMail, { refreshes: [['operator', 'mail']] });
  if (!mail.configured)
    return (
      <Card title={text.mails}>
        <Note tone="warn">{text.notConfigured}</Note>
      </Card>
    );
  return (
    <Card title={text.mails}>
      <div className="stack">
        {mail.failing && <Note tone="bad">{text.failing}</Note>}
        <dl className="op-facts">
          <Fact label={text.from}>{mail.from}</Fact>
          <Fact label={text.waiting}>{formats.number(mail.waiting)}</Fact>
        </dl>
        <TryNow trial={test} label={text.test} says={({ sent_to }) => text.sent(sent_to)} />
      </div>
    </Card>
  );
}

type Endpoints = Answer<'listWebhooks'>['accounts'];

function WebhooksCard({ accounts }: { accounts: Endpoints }) {
  const { mail: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const columns: readonly Column<Endpoints[number]>[] = [
    {
      label: text.account,
      cell: ({ account: { id, name } }) => (
        <Link href={`/accounts/${id}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { label: text.endpoints, kind: 'number', cell: ({ endpoints }) => formats.number(endpoints) },
    { label: text.failingOnes, kind: 'number', cell: ({ failing }) => formats.number(failing) },
    { label: text.disabled, kind: 'number', cell: ({ disabled }) => formats.number(disabled) },
    { label: text.deliveries, kind: 'number', cell: ({ waiting }) => formats.number(waiting) },
  ];
  return (
    <Card title={text.webhooks} flush={accounts.length > 0}>
      {accounts.length === 0 ? (
        <p className="muted">{text.noWebhooks}</p>
      ) : (
        <Table
          caption={text.webhooks}
          columns={columns}
          rows={accounts}
          rowKey={({ account }) => account.id}
        />
      )}
    </Card>
  );
}
