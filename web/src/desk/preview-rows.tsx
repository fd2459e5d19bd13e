import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Note } from '../ui/note.tsx';
import { Table } from '../ui/table.tsx';
import type { Answer } from './api.ts';
import { ROSTER } from './text.ts';

type Rows = Answer<'previewDeskRoster'>['rows'];

const MOST = 50;

/** Unreadable rows come first. The desk learns which member a row names only after it has sent the table. */
export function PreviewRows({ rows }: { rows: Rows }) {
  const text = useText(ROSTER);
  const formats = useFormats();
  const bad = rows.filter(({ problem }) => problem !== null);
  const shown = [...bad, ...rows.filter(({ problem }) => problem === null)].slice(0, MOST);
  return (
    <>
      {bad.length > 0 ? (
        <Note tone="warn">{text.unreadable(bad.length)}</Note>
      ) : (
        <Note tone="good">{text.readable(formats.number(rows.length))}</Note>
      )}
      <Table
        caption={text.preview}
        rows={shown}
        rowKey={({ row }) => String(row)}
        columns={[
          { label: text.row, cell: ({ row }) => row, kind: 'number' },
          { label: text.values, cell: ({ values }) => <bdi>{lineOf(values)}</bdi> },
          { label: text.problem, cell: ({ problem }) => problem?.replaceAll('`', '') ?? '—' },
        ]}
      />
      {rows.length > MOST && <p className="small muted">{text.first(MOST)}</p>}
    </>
  );
}

export function lineOf(values: Readonly<Record<string, unknown>>): string {
  return Object.values(values)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ');
}
