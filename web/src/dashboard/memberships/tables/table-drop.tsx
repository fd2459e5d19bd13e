/** Takes a dropped table or workbook, and lists the columns that are understood. */

import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Note } from '../../../ui/note.tsx';
import './tables.css';
import { TABLE_TEXT } from './text.ts';

type TableDropProps = {
  /** Names of columns with what they mean. */
  columns: Readonly<Record<string, string>>;
  /** The address of an empty workbook to fill in. */
  template: string;
  file: File | undefined;
  isReading: boolean;
  error: Error | null;
  onFile: (file: File) => void;
};

export function TableDrop({ columns, template, file, isReading, error, onFile }: TableDropProps) {
  const text = useText(TABLE_TEXT);
  return (
    <div className="stack">
      <DropZone
        label={file ? text.another : text.drop}
        hint={text.limits}
        accept=".xlsx,.csv,text/csv"
        onFiles={([first]) => first && onFile(first)}
      />
      <p role="status" className="small muted table-status">
        {isReading && file ? text.reading(file.name) : ''}
      </p>
      {error && <Note tone="bad">{error.message.replaceAll('`', '')}</Note>}
      <div>
        <ButtonLink external variant="quiet" icon="download" href={template} download>
          {text.template}
        </ButtonLink>
      </div>
      <Disclosure summary={text.columns}>
        <dl className="table-columns">
          {Object.entries(columns).map(([name, meaning]) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}

const ENCODINGS: Readonly<Record<string, string>> = { xlsx: 'Excel', 'windows-1252': 'Windows-1252' };

/** The server's verdict on the file as a whole. */
export function TableNotes({
  name,
  encoding,
  ignored,
}: {
  name: string;
  encoding: string | null;
  ignored: readonly string[];
}) {
  const text = useText(TABLE_TEXT);
  return (
    <div className="stack gap-small">
      <p className="small muted">
        <bdi>{text.readAs(name, ENCODINGS[encoding ?? ''] ?? 'UTF-8')}</bdi> {text.nothingStored}
      </p>
      {ignored.length > 0 && <Note tone="warn">{text.ignored(ignored.join(', '))}</Note>}
    </div>
  );
}
