/** The member's own page: the log-in, or the page behind it. */

import { CodedPage } from '../by-code/coded-page.tsx';
import { SealMark } from '../ui/seal-mark.tsx';
import { api, readPlace } from './api.ts';
import { Entrance } from './entrance.tsx';
import { Inside } from './inside.tsx';
import { TEXT } from './text.ts';

const PLACE = readPlace();

export function App() {
  return (
    <CodedPage
      timeZone={PLACE.timeZone}
      words={TEXT}
      look="my"
      head={<Head />}
      read={api.getOwnPage}
      leave={api.leaveOwnPage}
      entrance={(onEntered) => <Entrance place={PLACE} onEntered={onEntered} />}
      inside={(page, reload) => <Inside page={page} reload={reload} />}
    />
  );
}

function Head() {
  return (
    <>
      <Stripe />
      {PLACE.logo === '' ? <SealMark /> : <img className="my-seal" src={PLACE.logo} alt="" />}
      <p className="my-council">
        <bdi>{PLACE.council}</bdi>
      </p>
    </>
  );
}

/** The same header as on the council's public pages. */
function Stripe() {
  return (
    <svg className="my-stripe" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width="10" height="7" fill={PLACE.color} />
      <rect y="7" width="10" height="3" fill={PLACE.accent} />
    </svg>
  );
}
