import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Formats, useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Certificate } from '../../api.ts';
import { useNames } from '../names.ts';
import { StatusBadge } from '../status-badge.tsx';
import type { ColumnName } from './columns.ts';
import type { ListQuery } from './list-query.ts';
import type { Selection } from './selection.ts';
import { TEXT } from './text.ts';
import { useKeyNames } from './use-key-names.ts';

type CertificateTableProps = {
  certificates: readonly Certificate[];
  columns: readonly ColumnName[];
  selection: Selection;
  order: ListQuery['order'];
  onOrder: (order: ListQuery['order']) => void;
  onTag: (tag: string) => void;
};

export function CertificateTable(props: CertificateTableProps) {
  const { certificates, columns, selection, onTag } = props;
  const text = useText(TEXT);
  const formats = useFormats();
  const keyNames = useKeyNames(columns.includes('madeBy'));
  const madeBy = ({ key_id: key }: Certificate) => (key === null ? text.person : (keyNames.get(key) ?? key));
  const cells = cellsOf({ text, formats, madeBy, typeName: useNames().documentType, onTag });
  const shown: Column<Certificate>[] = columns.map((name) => ({
    label: text.columns[name],
    cell: cells[name],
    ...(name === 'size' && { kind: 'number' as const }),
    ...(name === 'created' && { head: <SortButton {...props} /> }),
  }));
  const document: Column<Certificate> = {
    label: text.columns.document,
    head: <SelectAll certificates={certificates} selection={selection} />,
    cell: (certificate) => <DocumentCell certificate={certificate} selection={selection} />,
  };
  return (
    <Table
      caption={text.caption}
      columns={[document, ...shown]}
      rows={certificates}
      rowKey={({ id }) => id}
    />
  );
}

type Cells = Record<ColumnName, (certificate: Certificate) => ReactNode>;

function cellsOf({
  text,
  formats,
  madeBy,
  typeName,
  onTag,
}: {
  text: typeof TEXT.en;
  formats: Formats;
  madeBy: (certificate: Certificate) => string;
  typeName: (type: string) => string;
  onTag: (tag: string) => void;
}): Cells {
  const nothing = <span className="no-value muted">{text.noType}</span>;
  return {
    fingerprint: ({ file }) => (
      <span className="mono small when" title={file.digest.value}>
        {file.digest.value.slice(0, 8)}
      </span>
    ),
    type: ({ document_type: type }) =>
      type === null ? nothing : <bdi className="one-line">{typeName(type)}</bdi>,
    tags: ({ tags }) =>
      tags.length === 0 ? (
        nothing
      ) : (
        <span className="tags">
          {tags.map((tag) => (
            <button key={tag} type="button" className="tag" onClick={() => onTag(tag)}>
              {tag}
            </button>
          ))}
        </span>
      ),
    madeBy: (certificate) => <bdi className="one-line">{madeBy(certificate)}</bdi>,
    size: ({ file }) =>
      file.size === null ? nothing : <span className="when">{formats.bytes(file.size)}</span>,
    status: ({ status }) => <StatusBadge status={status} />,
    created: ({ created_at: at }) => (
      <time dateTime={at} title={formats.exactTime(at)} className="when">
        {formats.dateTime(at)}
      </time>
    ),
  };
}

function DocumentCell({ certificate, selection }: { certificate: Certificate; selection: Selection }) {
  const text = useText(TEXT);
  const { id, title, file, description } = certificate;
  return (
    <div className="document-cell">
      <input
        type="checkbox"
        aria-label={text.select(title)}
        checked={selection.has(id)}
        onChange={(event) => selection.set([certificate], event.target.checked)}
      />
      <span className="one-line">
        <Link href={`/certificates/${id}`} title={description ?? title}>
          <bdi>{title}</bdi>
        </Link>
        {file.name !== title && (
          <bdi className="muted small" title={file.name}>
            {file.name}
          </bdi>
        )}
      </span>
    </div>
  );
}

function SelectAll({ certificates, selection }: Pick<CertificateTableProps, 'certificates' | 'selection'>) {
  const text = useText(TEXT);
  const chosen = certificates.filter(({ id }) => selection.has(id)).length;
  return (
    <span className="select-all">
      <input
        type="checkbox"
        aria-label={text.selectAll}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < certificates.length;
        }}
        checked={chosen > 0 && chosen === certificates.length}
        onChange={(event) => selection.set(certificates, event.target.checked)}
      />
      {text.columns.document}
    </span>
  );
}

function SortButton({ order, onOrder }: Pick<CertificateTableProps, 'order' | 'onOrder'>) {
  const text = useText(TEXT);
  const isNewest = order === 'desc';
  return (
    <button
      type="button"
      className={isNewest ? 'sort' : 'sort sort-up'}
      title={isNewest ? text.newestFirst : text.oldestFirst}
      aria-label={`${text.columns.created}: ${isNewest ? text.newestFirst : text.oldestFirst}`}
      onClick={() => onOrder(isNewest ? 'asc' : 'desc')}
    >
      {text.columns.created}
      <Icon name="chevron" size={16} />
    </button>
  );
}
