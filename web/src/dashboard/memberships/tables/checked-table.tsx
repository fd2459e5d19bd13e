/**
 * Takes a dropped table, and shows how its columns were read and the verdict on each row. `children` is the part below
 * that posts the table.
 */

import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import type { VirtualColumn } from '../../../ui/virtual-list.tsx';
import type { Answer, PreviewRow } from '../../api.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { PreviewList } from './preview-list.tsx';
import { TableDrop, TableNotes } from './table-drop.tsx';
import { TABLE_TEXT } from './text.ts';

type Preview = Pick<Answer<'previewRoster'>, 'named' | 'fields' | 'rows'>;

type CheckedTableProps<P extends Preview> = {
  template: string;
  columns: Readonly<Record<string, string>>;
  file: File | undefined;
  reading: { isPending: boolean; error: Error | null; data: P | undefined };
  /** What the server says of the file as a whole. */
  about: (preview: P) => { encoding: string | null; ignored_columns: readonly string[] };
  chosen: readonly string[];
  onRead: (file: File, chosen: string[]) => void;
  children: (preview: P, file: File) => ReactNode;
};

export function CheckedTable<P extends Preview>({
  template,
  columns,
  file,
  reading,
  about,
  chosen,
  onRead,
  children,
}: CheckedTableProps<P>) {
  const subject = useMemberColumn();
  const { data: preview } = reading;
  return (
    <>
      <div className="table-head">
        <TableDrop
          template={template}
          columns={columns}
          file={file}
          isReading={reading.isPending}
          error={reading.error}
          onFile={(table) => onRead(table, [])}
        />
      </div>
      {file && preview && (
        <>
          <div className="table-head">
            <ColumnMapping
              key={file.name}
              preview={preview}
              chosen={chosen}
              onChange={(next) => onRead(file, next)}
            />
            <TableNotes
              name={file.name}
              encoding={about(preview).encoding}
              ignored={about(preview).ignored_columns}
            />
          </div>
          <PreviewList rows={preview.rows} subject={subject} />
          {children(preview, file)}
        </>
      )}
    </>
  );
}

function useMemberColumn(): VirtualColumn<PreviewRow> {
  const text = useText(TABLE_TEXT);
  return {
    label: text.who,
    cell: ({ member }) =>
      member ? (
        <bdi className="cut">
          {member.name} <span className="muted">{member.member_number}</span>
        </bdi>
      ) : (
        <span className="muted">{text.unknown}</span>
      ),
  };
}
