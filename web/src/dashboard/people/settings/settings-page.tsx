import { Link, Redirect, useLocation } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { links } from '../../api.ts';
import { OwnAuditLog } from '../../audit/audit-page.tsx';
import { HoldNote } from '../../holds/hold-note.tsx';
import { Page } from '../../page.tsx';
import { AddressCard } from '../address/address-card.tsx';
import { PasskeysCard } from '../passkeys/passkeys-card.tsx';
import { useAccount } from '../session.ts';
import { DeletionCard } from './deletion-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TEXT } from './text.ts';
import './settings.css';

const PLACES = {
  '/settings': 'profile',
  '/settings/security': 'security',
  '/settings/sessions': 'sessions',
  '/settings/activity': 'activity',
  '/settings/account': 'account',
} as const;

type Place = (typeof PLACES)[keyof typeof PLACES];

export function SettingsPage() {
  const text = useText(TEXT);
  const [location] = useLocation();
  const place = placeAt(location);
  if (place === undefined) return <Redirect to="/settings" replace />;
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
    case 'account':
      return (
        <>
          <HoldNote />
          <AccountCard />
          <MyDataCard />
          <RetentionCard />
          <DeletionCard />
        </>
      );
  }
}

function MyDataCard() {
  const { myData: text } = useText(TEXT);
  return (
    <Card title={text.title} note={text.what}>
      <ButtonLink external download size="small" icon="download" href={links.exportMe()}>
        {text.download}
      </ButtonLink>
    </Card>
  );
}

function AccountCard() {
  const { identity: text } = useText(TEXT);
  const formats = useFormats();
  const { id, created_at } = useAccount();
  return (
    <Card title={text.title}>
      <dl className="account-facts">
        <dt>{text.id}</dt>
        <dd className="row gap-small">
          <code>{id}</code>
          <CopyButton value={id} label={text.copyId} short />
        </dd>
        <dt>{text.since}</dt>
        <dd>{formats.date(created_at)}</dd>
      </dl>
    </Card>
  );
}
