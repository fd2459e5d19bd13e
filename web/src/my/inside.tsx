/** The member's page after the log-in. */

import { useText } from '../i18n/use-text.ts';
import { Note } from '../ui/note.tsx';
import type { Part } from './api.ts';
import { Awards } from './awards.tsx';
import { Draws } from './draws.tsx';
import { MyData } from './my-data.tsx';
import { Privacy } from './privacy.tsx';
import { Report } from './report.tsx';
import { Reviews } from './reviews.tsx';
import { Standing } from './standing.tsx';
import { TEXT } from './text.ts';
import { Transcript } from './transcript.tsx';
import { Watchers } from './watchers.tsx';

export function Inside({ page, reload }: Part) {
  const text = useText(TEXT);
  const { member, memberships } = page;
  const name = [member.given_name, member.first_surname].join(' ');
  return (
    <>
      {!member.livemode && <Note tone="warn">{text.test}</Note>}
      <div className="my-hello">
        <h1>
          <bdi>{text.hello(name)}</bdi>
        </h1>
        <p className="muted">{text.number(member.member_number)}</p>
      </div>
      {page.opened_by === 'link' && <Note>{text.byLink}</Note>}
      {member.status === 'suspended' && <Note tone="warn">{text.suspended}</Note>}
      <Reviews page={page} reload={reload} />
      {memberships.length === 0 && <Note>{text.none}</Note>}
      {memberships.map((membership) => (
        <Standing key={membership.id} membership={membership} reload={reload} />
      ))}
      {memberships.length > 0 && <Report page={page} reload={reload} />}
      <Awards page={page} reload={reload} />
      <Transcript />
      <Watchers page={page} reload={reload} />
      <Draws draws={page.draws} />
      <Privacy page={page} reload={reload} />
      <MyData page={page} reload={reload} />
    </>
  );
}
