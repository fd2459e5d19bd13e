/** An organiser's desk: the log-in, or the pages behind it. */

import { CodedPage } from '../by-code/coded-page.tsx';
import { useText } from '../i18n/use-text.ts';
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
      look="desk"
      head={<Head />}
      read={api.getDesk}
      leave={api.leaveDesk}
      entrance={(onEntered) => <Entrance place={PLACE} onEntered={onEntered} />}
      inside={(desk) => <Inside desk={desk} />}
    />
  );
}

function Head() {
  const text = useText(TEXT);
  return (
    <>
      <SealMark />
      <p className="desk-council">
        <bdi>{PLACE.council}</bdi>
        <span className="small muted">{text.desk}</span>
      </p>
    </>
  );
}
