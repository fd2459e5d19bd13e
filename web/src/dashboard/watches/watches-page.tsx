/** The members that the account follows, with their current standing. For employers of certified people. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { AddButton, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Note } from '../../ui/note.tsx';
import { Table } from '../../ui/table.tsx';
import { api, type Watch } from '../api.ts';
import { May } from '../may.tsx';
import { StandingBadge } from '../memberships/badges.tsx';
import { useMode } from '../mode.tsx';
import { Page } from '../page.tsx';
import { Steps } from '../status-list.tsx';
import { useChange } from '../use-change.ts';
import { AddressesCard } from './addresses-card.tsx';
import { NewWatchDialog } from './new-watch-dialog.tsx';
import { TEXT } from './text.ts';

const TONES = { asked: 'warn', active: 'good', declined: 'bad', withdrawn: 'bad', ended: 'plain' } as const;

export function WatchesPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [isAdding, setAdding] = useState(false);
  const [offset, setOffset] = useState(0);
  const list = useQuery({
    queryKey: ['watches', mode, offset],
    queryFn: () => api.listWatches({ mode, offset }),
    placeholderData: (before) => before,
  });
  const add = (
    <May act="createWatch">
      <AddButton label={text.add} onClick={() => setAdding(true)} />
    </May>
  );
  return (
    <Page title={text.title} intro={text.intro} actions={add}>
      <Loaded
        found={list}
        lines={5}
        frame="card"
        isEmpty={({ watches }) => watches.length === 0 && offset === 0}
        empty={
          <Card>
            <EmptyState icon="eye" title={text.emptyTitle} actions={add}>
              {text.empty}
            </EmptyState>
          </Card>
        }
      >
        {({ watches, pagination }) => (
          <Card flush>
            <WatchTable watches={watches} />
            <Steps text={text.pages} offset={offset} hasMore={pagination.has_more} onChange={setOffset} />
          </Card>
        )}
      </Loaded>
      <May act="listWatchAddresses">
        <AddressesCard />
      </May>
      <May act="importWatches">
        <ImportCard />
      </May>
      {isAdding && <NewWatchDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function WatchTable({ watches }: { watches: readonly Watch[] }) {
  const text = useText(TEXT);
  return (
    <Table
      caption={text.title}
      columns={[
        {
          label: text.who,
          cell: (watch) => (
            <bdi>
              {watch.external_id ?? watch.named}{' '}
              {watch.external_id !== null && <span className="muted small">{watch.named}</span>}
            </bdi>
          ),
        },
        { label: text.council, cell: ({ council }) => <bdi>{council}</bdi> },
        {
          label: text.state,
          cell: ({ status }) => <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>,
        },
        {
          label: text.standing,
          cell: ({ memberships }) => (
            <span className="stack gap-small">
              {memberships.map(({ membership_id, program, standing }) => (
                <span key={membership_id}>
                  <StandingBadge standing={standing} /> <bdi className="small muted">{program}</bdi>
                </span>
              ))}
            </span>
          ),
        },
        { label: '', kind: 'actions', cell: (watch) => <EndButton watch={watch} /> },
      ]}
      rows={watches}
      rowKey={({ id }) => id}
    />
  );
}

function EndButton({ watch }: { watch: Watch }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const end = useChange(() => api.deleteWatch(watch.id, { mode }), {
    awaits: [['watches']],
    say: text.ended,
    saysRefusal: true,
  });
  return (
    <May act="deleteWatch">
      <Button variant="quiet" size="small" busy={end.isPending} onClick={() => end.mutate()}>
        {text.end}
      </Button>
    </May>
  );
}

function ImportCard() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const post = useChange((table: File) => api.importWatches(table, { mode }), { refreshes: [['watches']] });
  const problems = post.data?.rows.filter(({ status }) => status === 'rejected').slice(0, 10) ?? [];
  return (
    <Card title={text.list} note={text.listNote}>
      <div className="stack">
        <DropZone
          label={text.drop}
          hint={text.columns}
          accept=".xlsx,.csv,text/csv"
          onFiles={([first]) => first && post.mutate(first)}
        />
        {post.error && <Note tone="bad">{post.error.message.replaceAll('`', '')}</Note>}
        {post.data && (
          <div className="stack" role="status">
            <Note tone="good">{text.posted(post.data.summary.created, post.data.summary.duplicate)}</Note>
            {problems.map(({ row, message }) => (
              <Note key={row} tone="warn">
                {text.row(row)} {message?.replaceAll('`', '')}
              </Note>
            ))}
          </div>
        )}
      </div>
    </Card>
  );
}
