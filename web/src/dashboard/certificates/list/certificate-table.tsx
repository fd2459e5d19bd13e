import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Certificate } from '../../api.ts';
import { StatusBadge } from '../status-badge.tsx';
import { TEXT } from './text.ts';

export function CertificateTable({ certificates }: { certificates: readonly Certificate[] }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const columns: readonly Column<Certificate>[] = [
    {
      label: text.columns.document,
      cell: ({ id, title, file }) => (
        <div className="document-cell">
          <Link href={`/certificates/${id}`}>
            <bdi>{title}</bdi>
          </Link>
          <span className="muted small">
            {file.name !== title && (
              <>
                <bdi>{file.name}</bdi> ·{' '}
              </>
            )}
            {file.size !== null && formats.bytes(file.size)}
          </span>
        </div>
      ),
    },
    {
      label: text.columns.type,
      cell: ({ document_type: type }) =>
        type === null ? <span className="no-type muted">{text.noType}</span> : <bdi>{type}</bdi>,
    },
    { label: text.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      label: text.columns.created,
      cell: ({ created_at: at }) => (
        <time dateTime={at} title={formats.exactTime(at)} className="when">
          {formats.dateTime(at)}
        </time>
      ),
    },
  ];
  return <Table caption={text.caption} columns={columns} rows={certificates} rowKey={({ id }) => id} />;
}
