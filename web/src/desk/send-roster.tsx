/** Sends a roster: choose a table, check how its columns were understood, send it. */

import { useState } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { useText } from '../i18n/use-text.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ColumnFields, toColumns } from '../ui/column-fields.tsx';
import { DropZone } from '../ui/drop-zone.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { type Answer, api, type Desk, links } from './api.ts';
import { PreviewRows } from './preview-rows.tsx';
import { ROSTER } from './text.ts';
import { useLoaded } from './use-loaded.ts';
import type { Shown } from './use-place.ts';

type Preview = Answer<'previewDeskRoster'>;

type SendProps = { id: string; desk: Desk; show: (next: Shown) => void };

export function SendRoster({ id, desk, show }: SendProps) {
  const text = useText(ROSTER);
  const language = useLanguage();
  const found = useLoaded(id, () => api.getDeskCourse(id));
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<Preview>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const read = useChange(
    ({ table, columns }: { table: File; columns: readonly string[] }) =>
      api.previewDeskRoster(id, table, { columns: toColumns(columns) }),
    setPreview,
  );
  const send = useChange(
    (table: File) => api.postDeskRoster(id, table, { columns: toColumns(chosen) }),
    ({ roster }) => show({ part: 'roster', id: roster.id }),
  );
  const choose = (table: File) => {
    setFile(table);
    setChosen([]);
    setPreview(undefined);
    read.mutate({ table, columns: [] });
  };
  const rename = (columns: readonly string[]) => {
    setChosen(columns);
    if (file !== undefined) read.mutate({ table: file, columns });
  };
  return (
    <Loaded found={found} lines={5} frame="card">
      {({ course }) => (
        <Card title={text.sendTitle(course.title)} note={text.sendNote(desk.rows_a_day)}>
          <div className="stack">
            <DropZone
              label={file === undefined ? text.drop : text.another}
              hint={text.limits}
              accept=".xlsx,.csv,text/csv"
              onFiles={([first]) => first && choose(first)}
            />
            <ButtonLink
              external
              variant="quiet"
              icon="download"
              href={links.getDeskTemplate({ language })}
              download
            >
              {text.template}
            </ButtonLink>
            <p role="status" className="small muted">
              {read.isPending && file !== undefined ? text.reading(file.name) : ''}
            </p>
            {read.error && <Note tone="bad">{read.error.message.replaceAll('`', '')}</Note>}
            {preview && <Columns preview={preview} chosen={chosen} onChange={rename} />}
            {preview && <PreviewRows rows={preview.rows} />}
            {send.error && <Note tone="bad">{send.error.message.replaceAll('`', '')}</Note>}
            {preview && file && (
              <Button
                variant="primary"
                wide
                icon="upload"
                busy={send.isPending}
                onClick={() => send.mutate(file)}
              >
                {text.sendRows(preview.rows.length)}
              </Button>
            )}
          </div>
        </Card>
      )}
    </Loaded>
  );
}

type ColumnsProps = {
  preview: Preview;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

function Columns({ preview: { named, fields }, chosen, onChange }: ColumnsProps) {
  const text = useText(ROSTER);
  return (
    <fieldset className="stack">
      <legend className="desk-legend">{text.columns}</legend>
      <ColumnFields
        named={named}
        fields={fields}
        chosen={chosen}
        text={text}
        className="desk-columns"
        onChange={onChange}
      />
    </fieldset>
  );
}
