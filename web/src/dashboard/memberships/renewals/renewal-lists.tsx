import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type Found, Loaded } from '../../../ui/loaded.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { api, type EligibleMembership, type QueuedRenewal } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useDay } from '../use-day.ts';
import { TEXT } from './text.ts';
import type { View } from './view.ts';

const PAGE = 50;
type WithTerm = Pick<EligibleMembership, 'member' | 'term' | 'missing_items'>;

export function EligibleList({ view }: { view: View }) {
  const [mode] = useMode();
  const list = useInfiniteQuery({
    queryKey: ['eligible', mode, view.program],
    initialPageParam: 0,
    queryFn: ({ pageParam }) =>
      api.readEligibleMemberships({
        limit: PAGE,
        offset: pageParam,
        ...(view.program && { program_id: view.program }),
        mode,
      }),
    getNextPageParam: ({ pagination }) =>
      pagination.has_more ? pagination.offset + pagination.limit : undefined,
  });
  const rows = list.data?.pages.flatMap(({ memberships }) => memberships) ?? [];
  const columns = useColumns<EligibleMembership>(
    ({ membership_id: id }) => `/memberships/renewals?tab=eligible&membership=${id}`,
  );
  return (
    <Listed view={view} list={list} count={rows.length}>
      <ListTable view={view} columns={columns} rows={rows} rowKey={({ membership_id: id }) => id} />
    </Listed>
  );
}

export function RenewalList({ view }: { view: View }) {
  const text = useText(TEXT);
  const day = useDay();
  const [mode] = useMode();
  const status = view.tab === 'requested' ? ('requested' as const) : view.status;
  const list = useInfiniteQuery({
    queryKey: ['renewals', mode, status, view.program],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      api.readRenewalQueue({
        limit: PAGE,
        status,
        ...(pageParam && { after: pageParam }),
        ...(view.program && { program_id: view.program }),
        mode,
      }),
    getNextPageParam: ({ renewals, pagination }) =>
      pagination.has_more ? renewals.at(-1)?.renewal.id : undefined,
  });
  const rows = list.data?.pages.flatMap(({ renewals }) => renewals) ?? [];
  const shared = useColumns<QueuedRenewal>(
    ({ renewal }) => `/memberships/renewals?tab=${view.tab}&renewal=${renewal.id}`,
  );
  const asked: Column<QueuedRenewal> = {
    label: text.requested,
    cell: ({ renewal }) => (
      <span className="row gap-small renewal-asked">
        {day(renewal.requested_on)}
        {renewal.basis === 'exception' && <Badge tone="info">{text.exception}</Badge>}
        {renewal.contradicted && <Badge tone="bad">{text.contradicted}</Badge>}
      </span>
    ),
  };
  const columns = [...shared.slice(0, -1), asked, ...shared.slice(-1)];
  return (
    <Listed view={view} list={list} count={rows.length}>
      <ListTable view={view} columns={columns} rows={rows} rowKey={({ renewal }) => renewal.id} />
    </Listed>
  );
}

function ListTable<Row>({
  view,
  ...table
}: { view: View } & { columns: readonly Column<Row>[]; rows: readonly Row[]; rowKey: (row: Row) => string }) {
  const text = useText(TEXT);
  return <Table caption={text.tabs[view.tab]} {...table} />;
}

type ListedProps = {
  view: View;
  list: Found<unknown> & { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  count: number;
  children: ReactNode;
};

function Listed({ view, list, count, children }: ListedProps) {
  const text = useText(TEXT);
  return (
    <Loaded
      // If the next rows fail to load, the rows already loaded stay.
      found={{ ...list, data: list.error && count === 0 ? undefined : list.data }}
      lines={6}
      frame="padding"
      isEmpty={() => count === 0}
      empty={
        <EmptyState icon="check" title={text.noneTitle[view.tab]}>
          {text.none[view.tab]}
        </EmptyState>
      }
    >
      {() => (
        <>
          {children}
          {list.hasNextPage && (
            <div className="renewal-more">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {text.more}
              </Button>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

function useColumns<Row extends WithTerm>(href: (row: Row) => string): readonly Column<Row>[] {
  const text = useText(TEXT);
  const formats = useFormats();
  const day = useDay();
  return [
    {
      label: text.member,
      cell: (row) => (
        <span className="renewal-member">
          <Link href={href(row)}>
            <bdi>{row.member.name || row.member.member_number}</bdi>
          </Link>
          <span className="muted small">{row.member.member_number}</span>
        </span>
      ),
    },
    { label: text.ends, cell: ({ term }) => day(term.ends_on) },
    {
      label: text.state,
      cell: ({ term, missing_items: items }) =>
        term.met ? (
          <Badge tone={items.length === 0 ? 'good' : 'warn'}>
            {items.length === 0 ? text.met : text.itemsMissing(items.join(', '))}
          </Badge>
        ) : (
          <Badge tone="warn">{text.missing(formats.decimal(term.missing_points))}</Badge>
        ),
    },
    { label: text.points, kind: 'number', cell: ({ term }) => formats.decimal(term.counted) },
  ];
}
