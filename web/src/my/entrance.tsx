/** The log-in: with a mailed code, or with the link in the address. */

import { useState } from 'react';
import { CodeEntrance } from '../by-code/code-entrance.tsx';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { Note } from '../ui/note.tsx';
import { useChange } from '../ui/use-own-change.ts';
import { api, type Place } from './api.ts';
import { ENTRANCE } from './text.ts';

type Entered = { onEntered: () => Promise<void> };

export function Entrance({ place, onEntered }: { place: Place } & Entered) {
  const text = useText(ENTRANCE);
  const [link, setLink] = useState(linkInAddress);
  return (
    <Card title={text.title} isPage>
      {link !== undefined && (
        <LinkEntrance link={link} onEntered={onEntered} onDead={() => setLink(undefined)} />
      )}
      {link === undefined && place.hasMail && (
        <CodeEntrance
          text={text}
          mailCode={api.mailEntranceCode}
          enter={(given, member_id) => api.enterOwnPage({ ...given, ...(member_id && { member_id }) })}
          idOf={({ member_id }) => member_id}
          nameOf={({ name, member_number }) => (
            <>
              <bdi>{name}</bdi> · {member_number}
            </>
          )}
          onEntered={onEntered}
        />
      )}
      {link === undefined && !place.hasMail && <Note>{text.noMail}</Note>}
    </Card>
  );
}

function linkInAddress(): string | undefined {
  return /^#link=([\w-]{43})$/.exec(location.hash)?.[1];
}

/** A person must press the button, because mail scanners open pages too and would use up the link. */
function LinkEntrance({ link, onEntered, onDead }: { link: string; onDead: () => void } & Entered) {
  const text = useText(ENTRANCE);
  const open = useChange(
    () => api.enterOwnPage({ link }),
    () => {
      // The link is removed from the address, which others may see on the screen or in the history.
      history.replaceState(null, '', location.pathname);
      return onEntered();
    },
  );
  return (
    <Form change={open}>
      <p>{text.link}</p>
      <Button type="submit" variant="primary" wide busy={open.isPending}>
        {text.openLink}
      </Button>
      {open.error && (
        <Button variant="quiet" wide onClick={onDead}>
          {text.send}
        </Button>
      )}
    </Form>
  );
}
