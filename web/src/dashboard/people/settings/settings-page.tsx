import { Link, Redirect, useLocation } from 'wouter';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { OwnAuditLog } from '../../audit/audit-page.tsx';
import { ownLinks } from '../../own-api.ts';
import { Page } from '../../page.tsx';
import { AddressCard } from '../address/address-card.tsx';
import { PasskeysCard } from '../passkeys/passkeys-card.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { EraseCard } from './erase-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TEXT } from './text.ts';
import './settings.css';

const PLACES = {
  '/settings': 'profile',
  '/settings/security': 'security',
  '/settings/sessions': 'sessions',
  '/settings/activity': 'activity',
} as const;

type Place = (typeof PLACES)[keyof typeof PLACES];

export function SettingsPage() {
  const text = useText(TEXT);
  const [location] = useLocation();
  const place = placeAt(location);
  // Redirects old links: the account's settings were here before they got a page of their own.
  if (place === undefined)
    return <Redirect to={location.startsWith('/settings/account') ? '/account' : '/settings'} replace />;
  return (
    <Page title={text.title}>
      <nav className="tabs-list" aria-label={text.sections}>
        {Object.entries(PLACES).map(([href, name]) => (
          <Link key={href} href={href} className="tab" aria-current={name === place ? 'page' : undefined}>
            {text.places[name]}
          </Link>
        ))}
      </nav>
      <Section place={place} />
    </Page>
  );
}

function placeAt(location: string): Place | undefined {
  const path = location.replace(/\/$/, '');
  return Object.entries(PLACES).find(([href]) => href === path)?.[1];
}

function Section({ place }: { place: Place }) {
  switch (place) {
    case 'profile':
      return (
        <>
          <ProfileCard />
          <AddressCard />
          <AccountsCard />
          <MyDataCard />
          <EraseCard />
        </>
      );
    case 'security':
      return (
        <>
          <PasswordCard />
          <PasskeysCard />
          <SecondFactorCard />
          <RecoveryCodesCard />
        </>
      );
    case 'sessions':
      return <SessionsCard />;
    case 'activity':
      return <OwnAuditLog />;
  }
}

function MyDataCard() {
  const { myData: text } = useText(TEXT);
  return (
    <Card title={text.title} note={text.what}>
      <ButtonLink external download size="small" icon="download" href={ownLinks.exportMe()}>
        {text.download}
      </ButtonLink>
    </Card>
  );
}
