/** The files of a batch before it is sent, each with its name, its size, a title to change, and whether it counts. */

import { useRouter } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type VirtualColumn, VirtualList } from '../../../ui/virtual-list.tsx';
import { SHEET_TEXT } from '../upload/sheet-text.ts';
import type { Row } from './price-batch.ts';
import { TEXT } from './text.ts';

type BatchFilesProps = {
  rows: readonly Row[];
  /** Whether files that have a certificate are certified once more. */
  again: boolean;
  titles: ReadonlyMap<number, string>;
  onTitle: (place: number, title: string) => void;
};

export function BatchFiles({ rows, again, titles, onTitle }: BatchFilesProps) {
  const { create: text } = useText(TEXT);
  const { titleOf } = useText(SHEET_TEXT);
  const formats = useFormats();
  const columns: readonly VirtualColumn<Row>[] = [
    {
      label: text.columns.file,
      bare: true,
      cell: ({ item }) => (
        <span className="cut" title={item.file_name}>
          <bdi>{item.file_name}</bdi>{' '}
          {item.file_size !== undefined && (
            <span className="muted small">{formats.bytes(item.file_size ?? 0)}</span>
          )}
        </span>
      ),
    },
    {
      label: text.columns.title,
      bare: true,
      cell: ({ place, item, standing }) =>
        (again || standing === 'new') && (
          <input
            className="input"
            aria-label={titleOf(item.file_name)}
            placeholder={item.file_name}
            maxLength={500}
            value={titles.get(place) ?? ''}
            onChange={(event) => onTitle(place, event.target.value)}
          />
        ),
    },
    { label: text.columns.counts, bare: true, cell: (row) => <Counts row={row} again={again} /> },
  ];
  return (
    <div className="batch-files">
      <VirtualList
        label={text.files}
        className="batch-files-list"
        columns={columns}
        rows={rows}
        rowKey={({ place }) => String(place)}
        rowHeight={{ desk: 56, phone: 116 }}
      />
    </div>
  );
}

function Counts({ row: { standing, known }, again }: { row: Row; again: boolean }) {
  const { create: text } = useText(TEXT);
  const { seeKnown, newTab } = useText(SHEET_TEXT);
  const formats = useFormats();
  const { base } = useRouter();
  if (standing === 'new') return <span className="small">{text.counted}</span>;
  return (
    <span className="small">
      {standing === 'twin' ? text.twin : known && text.known(formats.date(known.created_at))}
      {!again && `; ${text.notCounted}`}{' '}
      {standing === 'known' && known && (
        <a href={`${base}/certificates/${known.id}`} target="_blank" rel="noopener">
          {seeKnown} <span className="visually-hidden">{newTab}</span>
        </a>
      )}
    </span>
  );
}
