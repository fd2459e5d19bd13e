/** Shown instead of every page of an account that requires a second factor, to people who have none yet. */

import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Page } from '../../page.tsx';
import { PasskeysCard } from '../passkeys/passkeys-card.tsx';
import { useAccount, usePerson } from '../session.ts';
import { SecondFactorCard } from './second-factor-card.tsx';
import './settings.css';
import { TEXT } from './text.ts';

/**
 * `onDone` opens the requested page. The person presses a button for it, because the recovery codes are shown here
 * until then.
 */
export function FactorNeededPage({ onDone }: { onDone: () => void }) {
  const { factorNeeded: text } = useText(TEXT);
  const { second_factor: isSet } = usePerson();
  return (
    <Page title={text.title} intro={text.intro(useAccount().name)}>
      {isSet && (
        <div className="stack">
          <Note tone="good">{text.isSet}</Note>
          <div className="row">
            <Button variant="primary" onClick={onDone}>
              {text.goOn}
            </Button>
          </div>
        </div>
      )}
      <SecondFactorCard />
      <PasskeysCard />
    </Page>
  );
}
