/** Import: a file, what to do with existing members, a check of every row, and only then posting. */

import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useLocale } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { toColumns } from '../../../ui/column-fields.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Answer, api, type Import, links, type PreviewRow } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { BackLink } from '../../record-page.tsx';
import { useChange } from '../../use-change.ts';
import { ClockChoice } from '../clocks/clock-choice.tsx';
import '../council.css';
import { ColumnMapping } from '../tables/column-mapping.tsx';
import { PostedResult } from '../tables/posted-result.tsx';
import { PreviewList } from '../tables/preview-list.tsx';
import { TableDrop, TableNotes } from '../tables/table-drop.tsx';
import { usePrograms } from '../use-programs.ts';
import { RecentImports } from './recent-imports.tsx';
import { TEXT } from './text.ts';

const CONFLICTS = ['skip', 'update', 'fail'] as const;

/** If `program_id` is empty, no membership is opened for rows that name no program. */
type ImportWishes = {
  on_conflict: (typeof CONFLICTS)[number];
  program_id: string;
  /** In test mode, the clock under which new members will live. */
  clock_id: string;
  chosen: string[];
};

const NAME_COLUMNS = ['given_name', 'first_surname', 'second_surname'];

const NO_WISHES: ImportWishes = { on_conflict: 'skip', program_id: '', clock_id: '', chosen: [] };

export function ImportPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  return (
    <Page title={text.title} intro={text.intro} above={<BackToMembers />}>
      {/* A preview is valid for one mode only, so changing the mode starts again. */}
      <ImportSteps key={mode} />
    </Page>
  );
}

function BackToMembers() {
  const text = useText(TEXT);
  return <BackLink href="/memberships/members" label={text.back} quiet />;
}

function ImportSteps() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { language } = useLocale();
  const { programs } = usePrograms();
  const active = programs.filter(({ status }) => status === 'active');
  const [file, setFile] = useState<File>();
  const [wishes, setWishes] = useState<ImportWishes>(NO_WISHES);
  const preview = useChange((asked: { file: File; wishes: ImportWishes }) =>
    api.previewImport(asked.file, { ...toQuery(asked.wishes), mode }),
  );
  const post = useChange((table: File) => api.importMembers(table, { ...toQuery(wishes), mode }), {
    resets: [['members']],
    refreshes: [['imports']],
  });
  const read = (next: File | undefined, wanted: ImportWishes) => {
    setFile(next);
    setWishes(wanted);
    if (next) preview.mutate({ file: next, wishes: wanted });
  };
  if (post.data)
    return (
      <Result
        done={post.data.import}
        onAgain={() => {
          post.reset();
          preview.reset();
          setFile(undefined);
        }}
      />
    );
  return (
    <>
      <Card title={text.file}>
        <div className="stack gap-large">
          <TableDrop
            template={links.getImportTemplate({ language, mode })}
            columns={text.columns}
            file={file}
            isReading={preview.isPending}
            error={preview.error}
            onFile={(next) => read(next, { ...wishes, chosen: [] })}
          />
          {preview.data && (
            <ColumnMapping
              key={file?.name}
              preview={preview.data}
              chosen={wishes.chosen}
              onChange={(chosen) => read(file, { ...wishes, chosen })}
            />
          )}
          {active.length > 0 && (
            <Select
              label={text.program}
              hint={text.programHint}
              value={wishes.program_id}
              options={[
                { value: '', label: text.noProgram },
                ...active.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(program) => read(file, { ...wishes, program_id: program })}
            />
          )}
          {mode === 'test' && (
            <ClockChoice
              value={wishes.clock_id}
              onChange={(clock) => read(file, { ...wishes, clock_id: clock })}
            />
          )}
          <Choices
            columns
            label={text.conflict}
            value={wishes.on_conflict}
            onChange={(conflict) => read(file, { ...wishes, on_conflict: conflict })}
            options={CONFLICTS.map((value) => ({ value, ...text.conflicts[value] }))}
          />
        </div>
      </Card>
      {file && preview.data && (
        <Preview
          name={file.name}
          preview={preview.data}
          isBusy={preview.isPending}
          isPosting={post.isPending}
          error={post.error}
          onPost={() => post.mutate(file)}
        />
      )}
      {!file && <RecentImports />}
    </>
  );
}

function toQuery({ chosen, clock_id, ...wishes }: ImportWishes) {
  return { ...wishes, ...(clock_id && { clock_id }), columns: toColumns(chosen) };
}

type PreviewProps = {
  name: string;
  preview: Answer<'previewImport'>;
  /** Whether the rows are being checked again. */
  isBusy: boolean;
  isPosting: boolean;
  error: Error | null;
  onPost: () => void;
};

function Preview({ name, preview, isBusy, isPosting, error, onPost }: PreviewProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { summary, encoding, ignored_columns } = preview.import;
  const changes = summary.created + summary.updated;
  return (
    <Card title={text.preview} flush>
      <div className="table-head">
        <TableNotes name={name} encoding={encoding} ignored={ignored_columns} />
      </div>
      <div aria-busy={isBusy}>
        <PreviewList
          rows={preview.rows}
          hidden={NAME_COLUMNS}
          subject={{
            label: text.who,
            cell: (row) => <bdi className="cut">{nameIn(row) || text.nobody}</bdi>,
          }}
        />
      </div>
      <div className="table-post">
        {error && <Note tone="bad">{error.message}</Note>}
        {changes === 0 && <Note tone="warn">{text.nothingToDo}</Note>}
        {changes > 0 && summary.rejected > 0 && (
          <Note tone="warn">{text.rejectedStay(formats.number(summary.rejected))}</Note>
        )}
        <div className="row">
          <Button
            variant="primary"
            icon="upload"
            busy={isPosting}
            disabled={changes === 0 || isBusy}
            onClick={onPost}
          >
            {text.submit(changes, formats.number(changes))}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Result({ done, onAgain }: { done: Import; onAgain: () => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const { created, updated, duplicate, rejected } = done.summary;
  return (
    <PostedResult
      text={text}
      done={text.done(formats.number(created), formats.number(updated), formats.number(duplicate))}
      rejected={{ count: rejected, text: text.rejected(formats.number(rejected)) }}
      rejectedRows={done.id && links.listImportRows(done.id, { mode, format: 'xlsx', status: 'rejected' })}
      onward={
        <ButtonLink href="/memberships/members" variant="primary" icon="people">
          {text.toMembers}
        </ButtonLink>
      }
      onAgain={onAgain}
    />
  );
}

/** The name that the row gives, or else the name of the row's member. */
function nameIn({ member, values }: PreviewRow): string {
  const given = NAME_COLUMNS.map((column) => values[column]);
  return given.filter((part) => typeof part === 'string').join(' ') || (member?.name ?? '');
}
