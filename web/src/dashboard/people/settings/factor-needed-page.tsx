/** In place of every page of an account that requires a second factor, for whoever has none yet. */

import { useText } from '../../../i18n/use-text.ts';
import { Page } from '../../page.tsx';
import { PasskeysCard } from '../passkeys/passkeys-card.tsx';
import { useAccount } from '../session.ts';
import { SecondFactorCard } from './second-factor-card.tsx';
import './settings.css';
import { TEXT } from './text.ts';

export function FactorNeededPage() {
  const { factorNeeded: text } = useText(TEXT);
  return (
    <Page title={text.title} intro={text.intro(useAccount().name)}>
      <SecondFactorCard />
      <PasskeysCard />
    </Page>
  );
}
