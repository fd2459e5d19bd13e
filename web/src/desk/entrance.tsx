/** The log-in of the desk, with a mailed code. */

import { CodeEntrance } from '../by-code/code-entrance.tsx';
import { useText } from '../i18n/use-text.ts';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import { api, type Place } from './api.ts';
import { ENTRANCE } from './text.ts';

type EntranceProps = { place: Place; onEntered: () => Promise<void> };

export function Entrance({ place, onEntered }: EntranceProps) {
  const text = useText(ENTRANCE);
  return (
    <Card title={text.title} isPage>
      {place.hasMail ? (
        <CodeEntrance
          text={text}
          mailCode={api.mailDeskCode}
          enter={(given, organizer_id) => api.enterDesk({ ...given, ...(organizer_id && { organizer_id }) })}
          idOf={({ organizer_id }) => organizer_id}
          nameOf={({ name }) => <bdi>{name}</bdi>}
          onEntered={onEntered}
        />
      ) : (
        <Note>{text.noMail}</Note>
      )}
    </Card>
  );
}
