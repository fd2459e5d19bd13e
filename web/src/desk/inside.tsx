/** The desk after the entrance: its courses and rosters, or one of them. */

import { useText } from '../i18n/use-text.ts';
import { Note } from '../ui/note.tsx';
import type { Desk } from './api.ts';
import { CourseCard } from './course-card.tsx';
import { Courses } from './courses.tsx';
import { Propose } from './propose.tsx';
import { RosterRows } from './roster-rows.tsx';
import { Rosters } from './rosters.tsx';
import { SendRoster } from './send-roster.tsx';
import { TEXT } from './text.ts';
import { hrefOf, useShown } from './use-place.ts';

export function Inside({ desk }: { desk: Desk }) {
  const text = useText(TEXT);
  const [shown, show] = useShown();
  return (
    <>
      {!desk.livemode && <Note tone="warn">{text.test}</Note>}
      <div className="desk-hello">
        <h1>
          <bdi>{desk.organizer.name}</bdi>
        </h1>
        {shown.part === 'home' ? (
          <p className="muted">{text.intro(desk.roster_days)}</p>
        ) : (
          <a href={hrefOf({ part: 'home' })}>{text.back}</a>
        )}
      </div>
      {shown.part === 'home' && (
        <>
          <Courses show={show} />
          <Rosters />
        </>
      )}
      {shown.part === 'propose' && <Propose show={show} />}
      {shown.part === 'course' && <CourseCard key={shown.id} id={shown.id} show={show} />}
      {shown.part === 'send' && <SendRoster key={shown.id} id={shown.id} desk={desk} show={show} />}
      {shown.part === 'roster' && <RosterRows key={shown.id} id={shown.id} />}
    </>
  );
}
