import { useState } from 'react';
import { useLocation } from 'wouter';
import { LANGUAGE_NAMES, LANGUAGES, useLocale } from '../../i18n/language.tsx';
import { useText } from '../../i18n/use-text.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { writePreference } from '../../ui/preference.ts';
import { useToast } from '../../ui/toast.tsx';
import { pathIn } from '../account.ts';
import { useMay } from '../may.tsx';
import { useAccount, useLogOut, useMe } from '../people/session.ts';
import { ROLE_TEXT } from '../people/teams/role-text.ts';
import { placesFor } from './places.ts';
import { SHELL_TEXT } from './text.ts';

type Theme = 'light' | 'dark' | 'system';

const THEMES: readonly { theme: Theme; icon: IconName }[] = [
  { theme: 'light', icon: 'sun' },
  { theme: 'dark', icon: 'moon' },
  { theme: 'system', icon: 'system' },
];

export function AccountMenu() {
  const account = useAccount();
  const { language, changeLanguage } = useLocale();
  const [theme, setTheme] = useTheme();
  const text = useText(SHELL_TEXT);
  const toast = useToast();
  const logOut = useLogOut();
  const isOperator = useMe().data?.operator ?? false;
  // The settings are left out here, because the menu has them on every screen.
  const inMenu = placesFor(useMay()).filter(({ isInBar, name }) => !isInBar && name !== 'settings');
  return (
    <div className="account-menu">
      <Menu
        label={text.accountMenu}
        align="start"
        above
        button={(trigger) => (
          <button type="button" className="account-button" {...trigger}>
            <span className="visually-hidden">{text.accountMenu}</span>
            <span className="avatar" aria-hidden="true">
              {initialsOf(account.name)}
            </span>
            <span className="account-names">
              <strong>{account.name}</strong>
              <span className="account-email">{account.email}</span>
            </span>
            <Icon name="dots" />
          </button>
        )}
      >
        <AccountChoices />
        <div className="menu-phone-only">
          {inMenu.map(({ name, icon, href }) => (
            <MenuItem key={name} icon={icon} href={href}>
              {text[name]}
            </MenuItem>
          ))}
          <MenuItem icon="book" href="/docs" external>
            {text.docs}
          </MenuItem>
        </div>
        {isOperator && (
          <MenuItem icon="system" href="/operator" external>
            {text.operator}
          </MenuItem>
        )}
        <MenuItem icon="settings" href="/settings">
          {text.settings}
        </MenuItem>
        <MenuLine />
        {LANGUAGES.map((one) => (
          <MenuItem key={one} icon="globe" checked={language === one} onSelect={() => changeLanguage(one)}>
            <span lang={one}>{LANGUAGE_NAMES[one]}</span>
          </MenuItem>
        ))}
        <MenuLine />
        {THEMES.map((one) => (
          <MenuItem
            key={one.theme}
            icon={one.icon}
            checked={theme === one.theme}
            onSelect={() => setTheme(one.theme)}
          >
            {text.themes[one.theme]}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem
          icon="logout"
          onSelect={() => logOut.mutate(undefined, { onError: (error) => toast(error.message, 'bad') })}
        >
          {text.logOut}
        </MenuItem>
      </Menu>
    </div>
  );
}

/** These links reload the page, because running uploads belong to the account in which they began. */
function AccountChoices() {
  const { data: me } = useMe();
  const text = useText(SHELL_TEXT);
  const { names } = useText(ROLE_TEXT);
  const [place] = useLocation();
  if (!me || me.accounts.length < 2) return null;
  const [, section = ''] = place.split('/');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of choices within a menu. */}
      <div role="group" aria-label={text.accounts} className="account-choices">
        {me.accounts.map(({ id, name, role }) => (
          <MenuItem
            key={id}
            icon="people"
            checked={id === me.account?.id}
            external
            href={`/dashboard${pathIn(id, `/${section}`)}`}
          >
            <bdi>{name}</bdi> <span className="muted small">{names[role]}</span>
          </MenuItem>
        ))}
      </div>
      <MenuLine />
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase();
}

/** The theme, kept as `data-theme` on the root element for `tokens.css`. */
function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  );
  const change = (next: Theme) => {
    writePreference('theme', next === 'system' ? undefined : next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  return [theme, change];
}
