/** Every row of a table with its verdict. The rows can be filtered by verdict. */

import { useMemo, useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type VirtualColumn, VirtualList } from '../../../ui/virtual-list.tsx';
import type { PreviewRow } from '../../api.ts';
import './tables.css';
import { TABLE_TEXT } from './text.ts';

type Status = PreviewRow['status'];

const STATUSES: readonly Status[] = ['rejected', 'created', 'updated', 'duplicate', 'not_applied'];
const TONES = {
  created: 'good',
  updated: 'info',
  duplicate: 'plain',
  rejected: 'bad',
  not_applied: 'plain',
} as const;

type PreviewListProps = {
  rows: readonly PreviewRow[];
  /** Whom or what the row is about, in a word or two. */
  subject: VirtualColumn<PreviewRow>;
  /** Columns that `subject` shows already. */
  hidden?: readonly string[];
};

export function PreviewList({ rows, subject, hidden = [] }: PreviewListProps) {
  const text = useText(TABLE_TEXT);
  const [only, setOnly] = useState<Status>();
  const counts = useMemo(() => countOf(rows), [rows]);
  const shown = useMemo(
    () => (only === undefined ? rows : rows.filter(({ status }) => status === only)),
    [rows, only],
  );
  const columns: readonly VirtualColumn<PreviewRow>[] = [
    { label: text.row, cell: ({ row }) => <span className="muted">{row}</span> },
    {
      label: text.verdict,
      cell: ({ status }) => <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>,
    },
    subject,
    {
      label: text.problem,
      bare: true,
      cell: ({ message }) => <span className="preview-message">{message?.replaceAll('`', '')}</span>,
    },
    {
      label: text.values,
      bare: true,
      cell: ({ values, message }) => (
        <bdi className="preview-values">{toLine(values, hidden, message ?? '')}</bdi>
      ),
    },
  ];
  return (
    <>
      <StatusFilter counts={counts} total={rows.length} only={only} onChange={setOnly} />
      {shown.length === 0 ? (
        <p className="council-count">{text.nothing}</p>
      ) : (
        <VirtualList
          key={only}
          label={text.rows}
          className="preview-list"
          columns={columns}
          rows={shown}
          rowKey={({ row }) => String(row)}
          rowHeight={{ desk: 64, phone: 148 }}
        />
      )}
    </>
  );
}

type FilterProps = {
  counts: Readonly<Record<Status, number>>;
  total: number;
  only: Status | undefined;
  onChange: (only: Status | undefined) => void;
};

function StatusFilter({ counts, total, only, onChange }: FilterProps) {
  const text = useText(TABLE_TEXT);
  const formats = useFormats();
  const options = [undefined, ...STATUSES.filter((status) => counts[status] > 0)];
  return (
    <fieldset className="preview-filter">
      <legend className="visually-hidden">{text.show}</legend>
      {options.map((status) => (
        <label key={status ?? 'all'} className="preview-chip">
          <input
            type="radio"
            name="preview-filter"
            className="visually-hidden"
            checked={only === status}
            onChange={() => onChange(status)}
          />
          <span>
            {status === undefined
              ? text.all(formats.number(total))
              : text.only(text.statuses[status], formats.number(counts[status]))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function countOf(rows: readonly PreviewRow[]): Record<Status, number> {
  const counts = { created: 0, updated: 0, duplicate: 0, rejected: 0, not_applied: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** The column with the problem comes first, because long lines are cut off. */
function toLine(values: PreviewRow['values'], hidden: readonly string[], message: string): string {
  const isNamed = (column: string) => message.includes(`\`${column}\``);
  return Object.entries(values)
    .filter(([column]) => !hidden.includes(column) || isNamed(column))
    .sort(([a], [b]) => Number(isNamed(b)) - Number(isNamed(a)))
    .map(([column, value]) => `${column}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}
