/** The rows of a roster that was sent, each with its outcome. */

import { useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Table } from '../ui/table.tsx';
import { api, type DeskRow, links } from './api.ts';
import { lineOf } from './preview-rows.tsx';
import { STATE_TONES, STATES, StateCounts } from './rosters.tsx';
import { ROSTER } from './text.ts';
import { useLoaded } from './use-loaded.ts';

const PAGE = 50;

export function RosterRows({ id }: { id: string }) {
  const text = useText(ROSTER);
  const formats = useFormats();
  const found = useLoaded(id, () => api.getDeskRoster(id));
  return (
    <Loaded found={found} lines={5} frame="card">
      {({ roster }) => (
        <Card
          title={roster.course_title}
          note={`${text.sentOn(formats.dateTime(roster.posted_at))} · ${text.rows(roster.rows)}`}
          actions={
            <ButtonLink
              external
              size="small"
              icon="download"
              href={links.getDeskTable(id, { format: 'xlsx' })}
              download
            >
              {text.download}
            </ButtonLink>
          }
        >
          <div className="stack">
            <StateCounts states={roster.states} />
            <Rows id={id} />
          </div>
        </Card>
      )}
    </Loaded>
  );
}

type Filter = (typeof STATES)[number] | '';

function Rows({ id }: { id: string }) {
  const text = useText(ROSTER);
  const [state, setState] = useState<Filter>('');
  const [offset, setOffset] = useState(0);
  const found = useLoaded(`${id} ${state} ${offset}`, () =>
    api.listDeskRows(id, { limit: PAGE, offset, ...(state !== '' && { state }) }),
  );
  return (
    <>
      <Select
        label={text.show}
        value={state}
        options={[
          { value: '', label: text.all },
          ...STATES.map((value) => ({ value, label: text.states[value] })),
        ]}
        onChange={(next) => {
          setOffset(0);
          setState(next);
        }}
      />
      <Loaded
        found={found}
        lines={6}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<p className="muted">{text.nothing}</p>}
      >
        {({ rows, pagination }) => (
          <>
            <RowTable rows={rows} />
            {(offset > 0 || pagination.has_more) && (
              <div className="row row-apart">
                <Button size="small" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
                  {text.previous}
                </Button>
                <Button size="small" disabled={!pagination.has_more} onClick={() => setOffset(offset + PAGE)}>
                  {text.next}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function RowTable({ rows }: { rows: readonly DeskRow[] }) {
  const text = useText(ROSTER);
  return (
    <Table
      caption={text.result}
      rows={rows}
      rowKey={({ row }) => String(row)}
      columns={[
        { label: text.row, cell: ({ row }) => row, kind: 'number' },
        {
          label: text.state,
          cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{text.states[state]}</Badge>,
        },
        { label: text.values, cell: ({ values }) => <bdi>{lineOf(values)}</bdi> },
        { label: text.problem, cell: ({ message }) => message?.replaceAll('`', '') ?? '—' },
      ]}
    />
  );
}
