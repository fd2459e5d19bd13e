/** What became of a roster, and its diplomas as they are made. */

import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../../i18n/formats.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Note } from '../../../../ui/note.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { api, links, type Mode, type Roster } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { TABLE_TEXT } from '../../tables/text.ts';
import { TEXT } from './text.ts';

const REFRESH_MS = 1_000;
/** The polling interval while the diplomas wait for certificates, which the operator has to grant. */
const REFRESH_WAITING_MS = 15_000;

export function RosterResult({ roster, onAgain }: { roster: Roster; onAgain: () => void }) {
  const text = useText(TEXT);
  const words = useText(TABLE_TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const { created, duplicate, rejected, diplomas_queued: queued = 0 } = roster.summary;
  return (
    <div className="stack">
      <div className="stack" role="status">
        {created + duplicate === 0 && rejected > 0 ? (
          <Note tone="bad">{text.nobody(rejected, formats.number(rejected))}</Note>
        ) : roster.status === 'applied_nothing' ? (
          <Note tone="warn">{text.storedNothing}</Note>
        ) : (
          <Note tone="good">{text.done(formats.number(created), formats.number(duplicate))}</Note>
        )}
        {rejected > 0 && (
          <Note tone="warn">
            {created + duplicate > 0 && text.rejected(formats.number(rejected))} {words.mend}
          </Note>
        )}
      </div>
      {queued > 0 && roster.id && <DiplomaProgress roster={roster} total={queued} />}
      <div className="row">
        {rejected > 0 && roster.id && (
          <ButtonLink
            external
            icon="download"
            href={links.listRosterRows(roster.id, { mode, format: 'xlsx', status: 'rejected' })}
            download
          >
            {words.problems(rejected)}
          </ButtonLink>
        )}
        <Button icon="upload" onClick={onAgain}>
          {text.again}
        </Button>
      </div>
    </div>
  );
}

function DiplomaProgress({ roster, total }: { roster: Roster; total: number }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['roster-diplomas', roster.id, mode],
    queryFn: () => countDiplomas(mode, roster),
    refetchInterval: ({ state: { data } }) =>
      data?.queued === 0 ? false : data?.isWaiting ? REFRESH_WAITING_MS : REFRESH_MS,
  });
  const queued = data?.queued ?? total;
  const failed = data?.failed ?? 0;
  const made = Math.max(0, total - queued - failed);
  return (
    <div className="stack">
      <ProgressBar
        label={text.progress}
        note={text.progressDone(formats.number(made), formats.number(total))}
        value={made}
        max={total}
      />
      {failed > 0 && <Note tone="warn">{text.failed(formats.number(failed))}</Note>}
      {data?.isWaiting && <Note tone="warn">{text.waiting(formats.number(queued))}</Note>}
      {queued === 0 && failed === 0 && <Note tone="good">{text.allMade}</Note>}
    </div>
  );
}

async function countDiplomas(mode: Mode, roster: Roster) {
  const count = async (diploma: 'queued' | 'failed') => {
    const query = { diploma, roster_id: roster.id ?? '', limit: 1 };
    const { awards, pagination } = await api.listAwardsOfCourse(roster.course_id, { ...query, mode });
    return { count: pagination.total ?? pagination.total_at_least ?? 0, error: awards[0]?.diploma?.error };
  };
  const [queued, failed] = await Promise.all([count('queued'), count('failed')]);
  const isWaiting = queued.error === 'allowance_exhausted';
  return { queued: queued.count, failed: failed.count, isWaiting };
}
