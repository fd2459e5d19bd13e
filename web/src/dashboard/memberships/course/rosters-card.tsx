/** The posted rosters. Their rows can be downloaded, and a roster can be taken back. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { api, type Course, links, type Roster } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { ReasonDialog } from '../reason.tsx';
import { TABLE_TEXT } from '../tables/text.ts';
import { TEXT } from './text.ts';

export function RostersCard({ course }: { course: Course }) {
  const text = useText(TEXT);
  const words = useText(TABLE_TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [revoking, setRevoking] = useState<Roster>();
  const { data } = useQuery({
    queryKey: ['rosters', course.id, mode],
    queryFn: () => api.listRosters({ mode, course_id: course.id, limit: 100 }),
  });
  const rosters = data?.rosters ?? [];
  return (
    <Card title={text.rosters}>
      {rosters.length === 0 && <p className="muted">{text.noRosters}</p>}
      <ul className="roster-list">
        {rosters.map((roster) => {
          const { rows, created, duplicate, rejected } = roster.summary;
          return (
            <li key={roster.id}>
              <div>
                <strong>{formats.dateTime(roster.created_at)}</strong>
                <p className="small muted">
                  {text.rosterRow(
                    formats.number(rows),
                    formats.number(created),
                    formats.number(duplicate),
                    formats.number(rejected),
                  )}
                </p>
              </div>
              <div className="row gap-small">
                {roster.id && (
                  <ButtonLink
                    external
                    size="small"
                    icon="download"
                    href={links.listRosterRows(roster.id, { mode, format: 'csv' })}
                    download
                  >
                    {words.allRows}
                  </ButtonLink>
                )}
                {created > 0 && (
                  <May act="revokeRoster">
                    <Button size="small" variant="danger" onClick={() => setRevoking(roster)}>
                      {text.revokeRoster}
                    </Button>
                  </May>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {revoking && <RevokeDialog roster={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  );
}

function RevokeDialog({ roster, onClose }: { roster: Roster; onClose: () => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const revoke = useChange((reason: string) => api.revokeRoster(roster.id ?? '', { reason }, { mode }), {
    resets: [['course-awards', roster.course_id]],
    say: ({ revoked, withdrawn }) => text.revoked(formats.number(revoked), formats.number(withdrawn)),
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={text.revokeTitle}
      submit={text.revokeRoster}
      danger
      change={revoke}
      onClose={onClose}
    >
      <p>{text.revokeIntro}</p>
    </ReasonDialog>
  );
}
