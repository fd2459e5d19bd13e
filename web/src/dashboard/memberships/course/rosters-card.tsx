/** Rosters that were posted: their rows to download, and the way to take one back. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api, type Course, links, type Roster } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { TABLE_TEXT } from '../tables/text.ts';
import { COUNCIL_TEXT } from '../text.ts';
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
                  <Button size="small" variant="danger" onClick={() => setRevoking(roster)}>
                    {text.revokeRoster}
                  </Button>
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
  const words = useText(COUNCIL_TEXT);
  const formats = useFormats();
  const toast = useToast();
  const queries = useQueryClient();
  const [mode] = useMode();
  const [reason, setReason] = useState('');
  const revoke = useMutation({
    mutationFn: () => api.revokeRoster(roster.id ?? '', { reason: reason.trim() }, { mode }),
    onSuccess: ({ revoked, withdrawn }) => {
      void queries.resetQueries({ queryKey: ['course-awards', roster.course_id] });
      toast(text.revoked(formats.number(revoked), formats.number(withdrawn)));
      onClose();
    },
  });
  return (
    <FormDialog
      title={text.revokeTitle}
      submit={text.revokeRoster}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>{text.revokeIntro}</p>
      <TextArea
        label={words.reason}
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
