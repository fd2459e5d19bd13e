/** A roster: dropped, checked row by row, posted with the chosen options, and followed until its diplomas are ready. */

import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Card } from '../../../../ui/card.tsx';
import { api, type Course } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { useChange } from '../../../use-change.ts';
import { PreviewList } from '../../tables/preview-list.tsx';
import { TableDrop, TableNotes } from '../../tables/table-drop.tsx';
import { PostRoster, type RosterWishes } from './post-roster.tsx';
import { RosterResult } from './roster-result.tsx';
import { TEXT } from './text.ts';

const flag = (value: boolean) => (value ? 'true' : undefined);

export function RosterCard({ course }: { course: Course }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [file, setFile] = useState<File>();
  const preview = useChange((table: File) => api.previewRoster(course.id, table, { mode }));
  const post = useChange(
    ({ table, wishes }: { table: File; wishes: RosterWishes }) =>
      api.postRoster(course.id, table, {
        mode,
        approve: flag(wishes.approve),
        diplomas: flag(wishes.diplomas),
        all_or_nothing: flag(wishes.allOrNothing),
      }),
    { resets: [['course-awards', course.id]], refreshes: [['rosters', course.id]] },
  );
  const again = () => {
    setFile(undefined);
    preview.reset();
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
      <div className="table-head">
        <TableDrop
          columns={text.columns}
          file={file}
          isReading={preview.isPending}
          error={preview.error}
          onFile={(table) => {
            setFile(table);
            preview.mutate(table);
          }}
        />
      </div>
      {file && preview.data && (
        <>
          <div className="table-head">
            <TableNotes
              name={file.name}
              encoding={preview.data.roster.encoding}
              ignored={preview.data.roster.ignored_columns}
            />
          </div>
          <PreviewList
            rows={preview.data.rows}
            subject={{
              label: text.who,
              cell: ({ member }) =>
                member ? (
                  <bdi className="cut">
                    {member.name} <span className="muted">{member.member_number}</span>
                  </bdi>
                ) : (
                  <span className="muted">{text.unknown}</span>
                ),
            }}
          />
          <PostRoster
            preview={preview.data}
            isPosting={post.isPending}
            error={post.error}
            onPost={(wishes) => post.mutate({ table: file, wishes })}
          />
        </>
      )}
    </Card>
  );
}
