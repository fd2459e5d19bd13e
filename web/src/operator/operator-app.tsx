/** The pages for people who run the service. The server serves them to nobody else. */

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useMe } from '../dashboard/people/session.ts';
import { ShellFrame } from '../dashboard/shell/shell-frame.tsx';
import { LANGUAGE_NAMES, LANGUAGES, useLocale } from '../i18n/language.tsx';
import { useText } from '../i18n/use-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { AccountPage } from './account-page.tsx';
import { AccountsPage } from './accounts-page.tsx';
import { ApiError, operatorApi } from './api.ts';
import { LogPage } from './log-page.tsx';
import { MailPage } from './mail-page.tsx';
import './operator.css';
import { ProofProvider } from './proof.tsx';
import { ProvidersPage } from './providers-page.tsx';
import { RequestsPage } from './requests-page.tsx';
import { OPERATOR_TEXT } from './text.ts';
import { TodayPage } from './today-page.tsx';

export function OperatorApp() {
  const { data: person } = useMe();
  const me = useQuery({ queryKey: ['operator', 'me'], queryFn: operatorApi.getOperator, retry: false });
  if (person === null) return <ToLogin />;
  return (
    <Router base="/operator">
      <OperatorShell>
        <Loaded found={me} lines={6} frame="card" failed={<WhyNot error={me.error} />}>
          {() => (
            <ProofProvider>
              <Switch>
                <Route path="/" component={TodayPage} />
                <Route path="/accounts" component={AccountsPage} />
                <Route path="/accounts/:id">{({ id }) => <AccountPage key={id} id={id} />}</Route>
                <Route path="/requests" component={RequestsPage} />
                <Route path="/providers" component={ProvidersPage} />
                <Route path="/mail" component={MailPage} />
                <Route path="/log" component={LogPage} />
                <Route>
                  <Redirect to="/" replace />
                </Route>
              </Switch>
            </ProofProvider>
          )}
        </Loaded>
      </OperatorShell>
    </Router>
  );
}

function ToLogin() {
  window.location.replace('/dashboard/login');
  return null;
}

/** Unless the service runs on loopback, operators need a second factor. */
function WhyNot({ error }: { error: unknown }) {
  const { needsFactor: text } = useText(OPERATOR_TEXT);
  if (!(error instanceof ApiError && error.code === 'second_factor_required')) return null;
  return (
    <EmptyState
      icon="lock"
      title={text.title}
      actions={
        <ButtonLink href="/dashboard/settings/security" external variant="primary">
          {text.open}
        </ButtonLink>
      }
    >
      {text.body}
    </EmptyState>
  );
}

const PLACES: readonly {
  href: string;
  icon: IconName;
  name: 'today' | 'accounts' | 'requests' | 'providers' | 'mail';
}[] = [
  { href: '/', icon: 'home', name: 'today' },
  { href: '/accounts', icon: 'people', name: 'accounts' },
  { href: '/requests', icon: 'plus', name: 'requests' },
  { href: '/providers', icon: 'shield', name: 'providers' },
  { href: '/mail', icon: 'bell', name: 'mail' },
];

function OperatorShell({ children }: { children: ReactNode }) {
  const text = useText(OPERATOR_TEXT);
  const bar = (
    <>
      <span className="operator-mark">{text.operator}</span>
      <nav className="shell-nav" aria-label={text.navigation}>
        {PLACES.map(({ href, icon, name }) => (
          <PlaceLink key={href} href={href} icon={icon} label={text.places[name]} />
        ))}
      </nav>
      <div className="shell-foot operator-foot">
        <OperatorMenu />
      </div>
    </>
  );
  return (
    <ShellFrame skip={text.skip} bar={bar}>
      {children}
    </ShellFrame>
  );
}

function PlaceLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  const [location] = useLocation();
  const isHere = href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
  return (
    <Link href={href} className="shell-link" aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      <span>{label}</span>
    </Link>
  );
}

function OperatorMenu() {
  const text = useText(OPERATOR_TEXT);
  const { language, changeLanguage } = useLocale();
  return (
    <Menu
      label={text.menu}
      align="end"
      above
      button={(trigger) => (
        <button type="button" className="shell-link" {...trigger}>
          <Icon name="menu" />
          <span>{text.menu}</span>
        </button>
      )}
    >
      <MenuItem icon="history" href="/log">
        {text.log.title}
      </MenuItem>
      <MenuItem icon="back" href="/dashboard" external>
        {text.toDashboard}
      </MenuItem>
      {LANGUAGES.map((one) => (
        <MenuItem key={one} icon="globe" checked={language === one} onSelect={() => changeLanguage(one)}>
          <span lang={one}>{LANGUAGE_NAMES[one]}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
