/** A roster: dropped, checked row by row, posted with the chosen options, and followed until its diplomas are ready. */

import { useLocale } from '../../../../i18n/language.tsx';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { toColumns } from '../../../../ui/column-fields.tsx';
import { api, type Course, links } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { useChange } from '../../../use-change.ts';
import { CheckedTable } from '../../tables/checked-table.tsx';
import { useTableSteps } from '../../tables/use-table-steps.ts';
import { PostRoster, type RosterWishes } from './post-roster.tsx';
import { RosterResult } from './roster-result.tsx';
import { TEXT } from './text.ts';

const flag = (value: boolean) => (value ? 'true' : undefined);

export function RosterCard({ course }: { course: Course }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { language } = useLocale();
  const { file, chosen, reading, read, forget } = useTableSteps((asked) =>
    api.previewRoster(course.id, asked.table, { mode, columns: toColumns(asked.chosen) }),
  );
  const post = useChange(
    ({ table, wishes }: { table: File; wishes: RosterWishes }) =>
      api.postRoster(course.id, table, {
        mode,
        columns: toColumns(chosen),
        approve: flag(wishes.approve),
        diplomas: flag(wishes.diplomas),
        all_or_nothing: flag(wishes.allOrNothing),
      }),
    { resets: [['course-awards', course.id]], refreshes: [['rosters', course.id]] },
  );
  const again = () => {
    forget();
    post.reset();
  };
  if (post.data)
    return (
      <Card title={text.title}>
        <RosterResult roster={post.data.roster} onAgain={again} />
      </Card>
    );
  return (
    <Card title={text.title} note={text.note} flush>
      <CheckedTable
        template={links.getRosterTemplate({ language, mode })}
        columns={text.columns}
        file={file}
        reading={reading}
        about={({ roster }) => roster}
        chosen={chosen}
        onRead={read}
      >
        {(checked, table) => (
          <PostRoster
            preview={checked}
            isPosting={post.isPending}
            error={post.error}
            onPost={(wishes) => post.mutate({ table, wishes })}
          />
        )}
      </CheckedTable>
    </Card>
  );
}
