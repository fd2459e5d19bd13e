/**
 * All diplomas of a course: downloads them as one archive, says what the archive would lack, or mails them to members.
 */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { api, type Course, links } from '../../api.ts';
import { May } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';

/** The polling interval while diplomas are mailed, which happens in one round a minute. */
const REFRESH_MS = 10_000;

export function DiplomasCard({ course }: { course: Course }) {
  const text = useText(TEXT).diplomas;
  const formats = useFormats();
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['course-diplomas', course.id, mode],
    queryFn: () => api.countDiplomas(course.id, { mode }),
    refetchInterval: ({ state }) => ((state.data?.diplomas.to_mail ?? 0) > 0 ? REFRESH_MS : false),
  });
  if (data === undefined) return null;
  const { certified, queued, failed, mailed, to_mail, without_address } = data.diplomas;
  if (certified + queued + failed === 0) return null;
  return (
    <Card title={text.title}>
      <div className="stack">
        <p>{text.made(certified, formats.number(certified))}</p>
        {queued > 0 && <Note tone="warn">{text.waiting(queued, formats.number(queued))}</Note>}
        {failed > 0 && <Note tone="warn">{text.failed(failed, formats.number(failed))}</Note>}
        {certified > 0 && (
          <div className="row">
            <May act="exportDiplomas">
              <ButtonLink external icon="download" href={links.exportDiplomas(course.id, { mode })} download>
                {text.download}
              </ButtonLink>
            </May>
            {mode === 'live' && (
              <May act="mailDiplomas">
                <MailButton course={course} />
              </May>
            )}
          </div>
        )}
        {mailed + to_mail > 0 && (
          <ProgressBar
            label={text.mailing}
            note={text.mailed(formats.number(mailed), formats.number(mailed + to_mail))}
            value={mailed}
            max={mailed + to_mail}
          />
        )}
        {without_address > 0 && mode === 'live' && (
          <p className="small muted">{text.noAddress(without_address, formats.number(without_address))}</p>
        )}
      </div>
    </Card>
  );
}

function MailButton({ course }: { course: Course }) {
  const text = useText(TEXT).diplomas;
  const [mode] = useMode();
  const [isAsking, setAsking] = useState(false);
  const mail = useChange(() => api.mailDiplomas(course.id, { mode }), {
    awaits: [['course-diplomas', course.id]],
    say: text.mailAsked,
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button icon="upload" onClick={() => setAsking(true)}>
        {text.mail}
      </Button>
      {isAsking && (
        <FormDialog title={text.mailTitle} submit={text.mail} change={mail} onClose={() => setAsking(false)}>
          <p>{text.mailHow}</p>
        </FormDialog>
      )}
    </>
  );
}
