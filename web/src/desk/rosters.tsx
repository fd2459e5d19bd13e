/** The rosters that the organiser sent, each with one line about the outcomes of its rows. */

import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { api, type DeskRoster } from './api.ts';
import { ROSTER, TEXT } from './text.ts';
import { useLoaded } from './use-loaded.ts';
import { hrefOf } from './use-place.ts';

export const STATES = ['waiting', 'approved', 'rejected', 'revoked', 'withdrawn', 'refused'] as const;

export const STATE_TONES = {
  waiting: 'warn',
  approved: 'good',
  rejected: 'bad',
  revoked: 'bad',
  withdrawn: 'plain',
  refused: 'bad',
} as const;

export function Rosters({ courseId }: { courseId?: string }) {
  const text = useText(TEXT);
  const found = useLoaded(`rosters ${courseId}`, () =>
    api.listDeskRosters({ limit: 50, ...(courseId !== undefined && { course_id: courseId }) }),
  );
  return (
    <Card title={text.rosters}>
      <Loaded
        found={found}
        lines={3}
        isEmpty={({ rosters }) => rosters.length === 0}
        empty={<p className="muted">{text.noRosters}</p>}
      >
        {({ rosters }) => (
          <ul className="desk-list">
            {rosters.map((roster) => (
              <RosterLine key={roster.id} roster={roster} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function RosterLine({ roster }: { roster: DeskRoster }) {
  const text = useText(ROSTER);
  const formats = useFormats();
  return (
    <li>
      <div className="desk-row-words">
        <a href={hrefOf({ part: 'roster', id: roster.id })}>
          <bdi>{roster.course_title}</bdi>
        </a>
        <p className="small muted">
          {text.sentOn(formats.dateTime(roster.posted_at))} · {text.rows(roster.rows)}
        </p>
      </div>
      <StateCounts states={roster.states} />
    </li>
  );
}

/** How many rows are in each state. */
export function StateCounts({ states }: Pick<DeskRoster, 'states'>) {
  const text = useText(ROSTER);
  const formats = useFormats();
  if (states === null) return <span className="small muted">{text.gone}</span>;
  return (
    <div className="desk-states">
      {STATES.filter((state) => states[state] > 0).map((state) => (
        <Badge key={state} tone={STATE_TONES[state]}>
          {`${text.states[state]}: ${formats.number(states[state])}`}
        </Badge>
      ))}
    </div>
  );
}
