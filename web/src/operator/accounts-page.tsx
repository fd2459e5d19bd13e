/** All accounts, which can be searched by name, address or id. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { Page } from '../dashboard/page.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type OperatorAccount, operatorApi } from './api.ts';
import { OPERATOR_TEXT } from './text.ts';
import { When } from './today-page.tsx';

const STATES = ['open', 'suspended', 'closed'] as const;

export function AccountsPage() {
  const { accounts: text } = useText(OPERATOR_TEXT);
  const [params, setParams] = useSearchParams();
  const search = params.get('search')?.slice(0, 200) ?? '';
  const state = STATES.find((one) => one === params.get('state'));
  const show = (next: Record<string, string>) =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), {
      replace: true,
    });
  const found = useInfiniteQuery({
    queryKey: ['operator', 'accounts', search, state],
    queryFn: ({ pageParam }) =>
      operatorApi.listAccounts({
        ...(search.trim() && { q: search.trim() }),
        ...(state && { state }),
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after ?? undefined,
  });
  return (
    <Page title={text.title} intro={text.intro}>
      <div className="op-filters">
        <Field
          label={text.search}
          type="search"
          required={false}
          maxLength={200}
          value={search}
          onChange={({ target }) => show({ search: target.value, state: state ?? '' })}
        />
        <Select
          label={text.state}
          value={state ?? ''}
          options={[
            { value: '', label: text.anyState },
            ...STATES.map((value) => ({ value, label: text.states[value] })),
          ]}
          onChange={(value) => show({ search, state: value })}
        />
      </div>
      <Loaded found={found} lines={8} frame="card">
        {({ pages }) => (
          <>
            <AccountTable accounts={pages.flatMap(({ accounts }) => accounts)} />
            {found.hasNextPage && (
              <div className="row">
                <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                  {text.more}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function AccountTable({ accounts }: { accounts: readonly OperatorAccount[] }) {
  const { accounts: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  if (accounts.length === 0)
    return (
      <Card>
        <EmptyState icon="search" title={text.noneTitle}>
          {text.none}
        </EmptyState>
      </Card>
    );
  const columns: readonly Column<OperatorAccount>[] = [
    {
      label: text.account,
      cell: (account) => (
        <span className="op-name">
          <Link href={`/accounts/${account.id}`}>
            <bdi>{account.name}</bdi>
          </Link>
          <span className="muted small">{account.owners.map(({ email }) => email).join(', ')}</span>
          <span className="row gap-small">
            <AccountBadges account={account} />
          </span>
        </span>
      ),
    },
    { label: text.left, kind: 'number', cell: ({ certificates_left: left }) => formats.number(left) },
    { label: text.made, kind: 'number', cell: ({ certificates_made: made }) => formats.number(made) },
    { label: text.storage, kind: 'number', cell: ({ stored_bytes: size }) => formats.bytes(size) },
    { label: text.keys, kind: 'number', cell: ({ keys }) => formats.number(keys) },
    {
      label: text.lastUsed,
      cell: ({ last_used_at: at }) => (at === null ? text.never : <When at={at} />),
    },
  ];
  return (
    <Card flush>
      <Table caption={text.title} columns={columns} rows={accounts} rowKey={({ id }) => id} />
    </Card>
  );
}

export function AccountBadges({ account }: { account: OperatorAccount }) {
  const { accounts: text } = useText(OPERATOR_TEXT);
  const { suspended_at, closed_at, deletion_requested_at, open_request } = account;
  return (
    <>
      {closed_at !== null && <Badge tone="plain">{text.states.closed}</Badge>}
      {closed_at === null && suspended_at !== null && <Badge tone="bad">{text.states.suspended}</Badge>}
      {closed_at === null && deletion_requested_at !== null && (
        <Badge tone="warn">{text.wantsDeletion}</Badge>
      )}
      {open_request && <Badge tone="warn">{text.asks}</Badge>}
    </>
  );
}
