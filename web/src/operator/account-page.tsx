/** An account as the operator sees it: figures and people, never the content of files, and the possible actions. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from '../dashboard/page.tsx';
import { ROLE_TEXT } from '../dashboard/people/teams/role-text.ts';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact } from '../ui/fact.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type AccountAct, AccountDialog, FactorDialog } from './account-dialogs.tsx';
import { AccountBadges } from './accounts-page.tsx';
import { type Answer, type OperatorAccount, type OperatorSeat, operatorApi } from './api.ts';
import { CountChart } from './hours-chart.tsx';
import { RequestCard } from './requests-page.tsx';
import { OPERATOR_TEXT } from './text.ts';
import { When } from './today-page.tsx';

export function AccountPage({ id }: { id: string }) {
  const { account: text } = useText(OPERATOR_TEXT);
  const found = useQuery({
    queryKey: ['operator', 'account', id],
    queryFn: () => operatorApi.readAccount(id),
  });
  return (
    <div className="page">
      <Link href="/accounts">{text.back}</Link>
      <Loaded found={found} lines={8} frame="card">
        {(read) => <Detail read={read} />}
      </Loaded>
    </div>
  );
}

function Detail({ read }: { read: Answer<'readAccount'> }) {
  const { account: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const { account, people, days, requests } = read;
  usePageTitle(account.name);
  const total = (count: (day: (typeof days)[number]) => number) =>
    formats.number(days.reduce((sum, day) => sum + count(day), 0));
  return (
    <>
      <header className="page-head">
        <div>
          <h1>
            <bdi>{account.name}</bdi>
          </h1>
          <p className="row gap-small">
            <code>{account.id}</code>
            <AccountBadges account={account} />
          </p>
        </div>
      </header>
      <div className="stack gap-large">
        {account.suspended_at !== null && account.closed_at === null && (
          <Note tone="bad">{text.suspendedNote(formats.dateTime(account.suspended_at))}</Note>
        )}
        <Acts account={account} />
        {requests
          .filter(({ status }) => status === 'open')
          .map((request) => (
            <RequestCard key={request.id} request={request} />
          ))}
        <Figures read={read} />
        <div className="op-pair">
          <CountChart
            title={text.certificates}
            note={text.lastDays(total((day) => day.certificates))}
            columns={days.map(({ date, certificates }) => ({
              key: date,
              label: formats.day(date),
              value: certificates,
            }))}
          />
          <CountChart
            title={text.requests}
            note={text.lastDays(total((day) => day.requests))}
            columns={days.map(({ date, requests: count }) => ({
              key: date,
              label: formats.day(date),
              value: count,
            }))}
          />
        </div>
        <People people={people} />
        {requests
          .filter(({ status }) => status !== 'open')
          .map((request) => (
            <RequestCard key={request.id} request={request} />
          ))}
      </div>
    </>
  );
}

function Acts({ account }: { account: OperatorAccount }) {
  const { account: text } = useText(OPERATOR_TEXT);
  const [asking, setAsking] = useState<AccountAct>();
  if (account.closed_at !== null) return <Note>{text.closedNote}</Note>;
  return (
    <div className="row gap-small">
      <Button variant="primary" icon="plus" onClick={() => setAsking('grant')}>
        {text.acts.grant}
      </Button>
      <Button onClick={() => setAsking('limits')}>{text.acts.limits}</Button>
      {account.suspended_at === null ? (
        <Button variant="danger" icon="lock" onClick={() => setAsking('suspend')}>
          {text.acts.suspend}
        </Button>
      ) : (
        <Button icon="refresh" onClick={() => setAsking('resume')}>
          {text.acts.resume}
        </Button>
      )}
      <Button variant="danger" icon="trash" onClick={() => setAsking('close')}>
        {text.acts.close}
      </Button>
      {asking && <AccountDialog account={account} act={asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function Figures({ read: { account, month, webhooks } }: { read: Answer<'readAccount'> }) {
  const { account: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const limit = (value: number | null) => (value === null ? text.asSettings : formats.number(value));
  return (
    <Card title={text.figures}>
      <dl className="op-facts">
        <Fact label={text.left}>
          {text.of(formats.number(account.certificates_left), formats.number(account.certificates_granted))}
        </Fact>
        <Fact label={text.made}>{formats.number(account.certificates_made)}</Fact>
        <Fact label={text.testMade}>{formats.number(account.test_certificates_made)}</Fact>
        <Fact label={text.storage}>{formats.bytes(account.stored_bytes)}</Fact>
        <Fact label={text.keys}>{formats.number(account.keys)}</Fact>
        <Fact label={text.lastUsed}>
          {account.last_used_at === null ? text.never : <When at={account.last_used_at} />}
        </Fact>
        <Fact label={text.thisMonth}>
          {text.monthOf(formats.number(month.certificates), formats.number(month.requests))}
        </Fact>
        <Fact label={text.rate}>{limit(account.max_rate_per_minute)}</Fact>
        <Fact label={text.quota}>{limit(account.max_monthly_quota)}</Fact>
        <Fact label={text.webhooks}>
          {text.webhooksOf(
            formats.number(webhooks.endpoints),
            formats.number(webhooks.failing),
            formats.number(webhooks.disabled),
          )}
        </Fact>
        <Fact label={text.created}>{formats.date(account.created_at)}</Fact>
      </dl>
    </Card>
  );
}

function People({ people }: { people: readonly OperatorSeat[] }) {
  const { account: text } = useText(OPERATOR_TEXT);
  const { names } = useText(ROLE_TEXT);
  const [asked, setAsked] = useState<OperatorSeat>();
  const columns: readonly Column<OperatorSeat>[] = [
    {
      label: text.person,
      cell: ({ name, email }) => (
        <span className="op-name">
          <bdi>{name}</bdi>
          <span className="muted small">{email}</span>
        </span>
      ),
    },
    { label: text.role, cell: ({ role }) => names[role] },
    { label: text.seen, cell: ({ last_seen_at: at }) => (at === null ? text.never : <When at={at} />) },
    {
      label: text.factor,
      cell: (seat) =>
        seat.second_factor ? (
          <Button size="small" variant="danger" onClick={() => setAsked(seat)}>
            {text.removeFactor}
          </Button>
        ) : (
          <Badge tone="plain">{text.noFactor}</Badge>
        ),
    },
  ];
  return (
    <Card title={text.people} flush>
      <Table caption={text.people} columns={columns} rows={people} rowKey={({ id }) => id} />
      {asked && <FactorDialog seat={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}
