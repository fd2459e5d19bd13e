/** Marks checklist items of many members from a table. Every row is checked before anything is stored. */

import { useFormats } from '../../../i18n/formats.ts';
import { useLocale } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toColumns } from '../../../ui/column-fields.tsx';
import { Note } from '../../../ui/note.tsx';
import { type Answer, api, links, type Marking } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { Page } from '../../page.tsx';
import { BackLink } from '../../record-page.tsx';
import { useChange } from '../../use-change.ts';
import '../council.css';
import { CheckedTable } from '../tables/checked-table.tsx';
import { PostedResult } from '../tables/posted-result.tsx';
import { useTableSteps } from '../tables/use-table-steps.ts';
import { TEXT } from './text.ts';

export function MarkingPage() {
  const text = useText(TEXT);
  const [mode] = useMode();
  return (
    <Page
      title={text.title}
      intro={text.intro}
      above={<BackLink href="/memberships/renewals" label={text.back} quiet />}
    >
      {/* A preview is valid for one mode only, so changing the mode starts again. */}
      <MarkingSteps key={mode} />
    </Page>
  );
}

function MarkingSteps() {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { language } = useLocale();
  const { file, chosen, reading, read, forget } = useTableSteps((asked) =>
    api.previewMarking(asked.table, { mode, columns: toColumns(asked.chosen) }),
  );
  const post = useChange((table: File) => api.postMarking(table, { mode, columns: toColumns(chosen) }), {
    resets: [['eligible'], ['members']],
  });
  const again = () => {
    forget();
    post.reset();
  };
  if (post.data) return <Result marking={post.data.marking} onAgain={again} />;
  return (
    <Card title={text.table} note={text.note} flush>
      <CheckedTable
        template={links.getMarkingTemplate({ language, mode })}
        columns={text.columns}
        file={file}
        reading={reading}
        about={({ marking }) => marking}
        chosen={chosen}
        onRead={read}
      >
        {(checked, table) => (
          <PostMarking
            preview={checked}
            isPosting={post.isPending}
            error={post.error}
            onPost={() => post.mutate(table)}
          />
        )}
      </CheckedTable>
    </Card>
  );
}

type PostMarkingProps = {
  preview: Answer<'previewMarking'>;
  isPosting: boolean;
  error: Error | null;
  onPost: () => void;
};

function PostMarking({ preview, isPosting, error, onPost }: PostMarkingProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { updated, rejected } = preview.marking.summary;
  return (
    <div className="table-post">
      {error && <Note tone="bad">{error.message}</Note>}
      {updated === 0 && <Note tone="warn">{text.nothingToDo}</Note>}
      {updated > 0 && rejected > 0 && (
        <Note tone="warn">{text.rejectedStay(rejected, formats.number(rejected))}</Note>
      )}
      <div className="row">
        <Button variant="primary" icon="upload" busy={isPosting} disabled={updated === 0} onClick={onPost}>
          {text.submit(updated, formats.number(updated))}
        </Button>
      </div>
    </div>
  );
}

function Result({ marking, onAgain }: { marking: Marking; onAgain: () => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const { id, summary } = marking;
  const { updated, duplicate, rejected } = summary;
  return (
    <PostedResult
      text={text}
      done={text.done(formats.number(updated), formats.number(duplicate))}
      rejected={{ count: rejected, text: text.rejectedStay(rejected, formats.number(rejected)) }}
      rejectedRows={id && links.listMarkingRows(id, { mode, format: 'xlsx', status: 'rejected' })}
      onward={
        <ButtonLink href="/memberships/renewals" variant="primary" icon="refresh">
          {text.toRenewals}
        </ButtonLink>
      }
      onAgain={onAgain}
    />
  );
}
