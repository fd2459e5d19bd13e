/** The frame around every page: navigation (at the bottom on a phone), mode switch and account menu. */

import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../i18n/use-text.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SealMark } from '../../ui/seal-mark.tsx';
import { type Act, useMay } from '../may.tsx';
import { serviceName } from '../service-name.ts';
import { AccountMenu } from './account-menu.tsx';
import { AccountStrips } from './account-strips.tsx';
import { CouncilLinks } from './council-links.tsx';
import { ModeSwitch, TestStrip } from './mode-switch.tsx';
import { SHELL_TEXT } from './text.ts';

type Place = {
  href: string;
  icon: IconName;
  /** Without it the place is not shown. */
  act?: Act;
  name:
    | 'start'
    | 'certificates'
    | 'batches'
    | 'memberships'
    | 'keys'
    | 'webhooks'
    | 'usage'
    | 'audit'
    | 'people'
    | 'account'
    | 'settings';
};

const PLACES: readonly Place[] = [
  { href: '/', icon: 'home', name: 'start' },
  { href: '/certificates', icon: 'shield', name: 'certificates', act: 'listCertificates' },
  { href: '/batches', icon: 'block', name: 'batches', act: 'listBatches' },
  { href: '/memberships', icon: 'people', name: 'memberships', act: 'readOverview' },
  { href: '/keys', icon: 'key', name: 'keys', act: 'listKeys' },
  { href: '/webhooks', icon: 'bell', name: 'webhooks', act: 'listWebhooks' },
  { href: '/usage', icon: 'chart', name: 'usage', act: 'getUsage' },
  { href: '/audit', icon: 'history', name: 'audit', act: 'listAuditEvents' },
  { href: '/people', icon: 'user', name: 'people', act: 'listPeople' },
  { href: '/account', icon: 'document', name: 'account' },
  { href: '/settings', icon: 'settings', name: 'settings' },
];

export function Shell({ children }: { children: ReactNode }) {
  const text = useText(SHELL_TEXT);
  const may = useMay();
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {text.skip}
      </a>
      <header className="shell-bar">
        <Link href="/" className="brand">
          <SealMark />
          <span>{serviceName()}</span>
        </Link>
        <ModeSwitch />
        <nav className="shell-nav" aria-label={text.navigation}>
          {PLACES.filter(({ act }) => act === undefined || may(act)).map((place) => (
            <Fragment key={place.href}>
              <PlaceLink {...place} />
              {place.name === 'memberships' && <CouncilLinks />}
            </Fragment>
          ))}
        </nav>
        <div className="shell-foot">
          <a className="shell-link" href="/docs">
            <Icon name="book" />
            <span>{text.docs}</span>
          </a>
          <AccountMenu />
        </div>
      </header>
      <div className="shell-main">
        <AccountStrips />
        <TestStrip />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

function PlaceLink({ href, icon, name }: Place) {
  const [location] = useLocation();
  const text = useText(SHELL_TEXT);
  const isHere = href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      className={`shell-link shell-link-${name}`}
      // The group's own page is also one of the links under it; on a phone only the group is shown.
      aria-current={isHere ? (name === 'memberships' ? 'true' : 'page') : undefined}
    >
      <Icon name={icon} size={20} />
      <span>{text[name]}</span>
    </Link>
  );
}
