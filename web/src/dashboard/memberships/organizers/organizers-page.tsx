import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { AddButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { type VirtualColumn, VirtualList } from '../../../ui/virtual-list.tsx';
import { api, type Organizer } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import '../council.css';
import { SearchField } from '../search-field.tsx';
import { usePages } from '../use-pages.ts';
import { OrganizerDialog } from './organizer-dialog.tsx';
import './organizers.css';
import { TEXT } from './text.ts';

export function OrganizersPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [isCreating, setCreating] = useState(false);
  const create = (
    <May act="createOrganizer">
      <AddButton label={text.create} onClick={() => setCreating(true)} />
    </May>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={create}>
      <Organizers key={mode} create={create} />
      {isCreating && <OrganizerDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Organizers({ create }: { create: React.ReactNode }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').slice(0, 200);
  const { found, total, loadMore } = usePages(
    ['organizers', mode, q],
    (page) => api.listOrganizers({ ...(q && { q }), ...page, mode }),
    ({ organizers }) => organizers,
  );
  const empty = q ? (
    <EmptyState icon="search" title={text.nothingTitle}>
      {text.nothing}
    </EmptyState>
  ) : (
    <EmptyState icon="people" title={text.emptyTitle} actions={create}>
      {text.empty}
    </EmptyState>
  );
  return (
    <Card flush>
      <div className="council-tools">
        <SearchField
          label={text.search}
          value={q}
          onWords={(words) => setParams(words ? { q: words } : {}, { replace: true })}
        />
      </div>
      <Loaded found={found} lines={6} frame="padding" isEmpty={({ length }) => length === 0} empty={empty}>
        {(rows) => (
          <>
            <OrganizerList rows={rows} total={total} onNearEnd={loadMore} />
            <p className="council-count" role="status">
              {text.count(formats.number(rows.length), formats.number(total ?? 0))}
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

type ListProps = { rows: readonly Organizer[]; total: number | undefined; onNearEnd: () => void };

function OrganizerList({ rows, total, onNearEnd }: ListProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly VirtualColumn<Organizer>[] = [
    {
      label: text.columns.name,
      bare: true,
      cell: ({ id, name }) => (
        <Link href={`/memberships/organizers/${id}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      label: text.columns.people,
      cell: ({ emails }) => (
        <span className="small muted cut">{emails.length === 0 ? text.noPeople : emails.join(', ')}</span>
      ),
    },
    {
      label: text.columns.seen,
      cell: ({ last_seen_at: at }) => (
        <span className="small">{at === null ? text.never : formats.date(at)}</span>
      ),
    },
    {
      label: text.columns.status,
      cell: ({ status }) => <OrganizerStatus status={status} />,
    },
  ];
  return (
    <VirtualList
      label={text.title}
      className="organizers-list"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={{ desk: 56, phone: 140 }}
      total={total}
      onNearEnd={onNearEnd}
    />
  );
}

export function OrganizerStatus({ status }: Pick<Organizer, 'status'>) {
  const { statuses } = useText(TEXT);
  return <Badge tone={status === 'active' ? 'good' : 'plain'}>{statuses[status]}</Badge>;
}
