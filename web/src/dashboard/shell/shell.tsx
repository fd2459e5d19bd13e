/** The frame around every page: navigation (at the bottom on a phone), mode switch and account menu. */

import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMay } from '../may.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AccountStrips } from './account-strips.tsx';
import { CouncilLinks } from './council-links.tsx';
import { ModeSwitch, TestStrip } from './mode-switch.tsx';
import { PaletteOpener } from './palette/palette-opener.tsx';
import { type Place, placesFor } from './places.ts';
import { ShellFrame } from './shell-frame.tsx';
import { SHELL_TEXT } from './text.ts';
import { useTopOfPage } from './use-top-of-page.ts';
import { useWaitingCount } from './waiting.tsx';

/** Loaded after the page, which does not wait for it. */
const UploadDock = lazy(async () => ({
  default: (await import('../certificates/upload/upload-dock.tsx')).UploadDock,
}));

export function Shell({ children }: { children: ReactNode }) {
  const text = useText(SHELL_TEXT);
  const may = useMay();
  useTopOfPage();
  const bar = (
    <>
      <ModeSwitch />
      <PaletteOpener />
      <nav className="shell-nav" aria-label={text.navigation}>
        {placesFor(may).map((place) => (
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
    </>
  );
  const strips = (
    <>
      <AccountStrips />
      <TestStrip />
    </>
  );
  const dock = (
    <Suspense>
      <UploadDock />
    </Suspense>
  );
  return (
    <ShellFrame skip={text.skip} bar={bar} strips={strips} dock={dock}>
      {children}
    </ShellFrame>
  );
}

function PlaceLink({ href, icon, name, isInBar }: Place) {
  const [location] = useLocation();
  const text = useText(SHELL_TEXT);
  const { count, description } = useWaitingCount(name);
  const isHere = href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      className={classNames('shell-link', `shell-link-${name}`, !isInBar && 'not-in-bar')}
      // A link under the group leads to the same page and gets `page`; on a phone only the group is shown.
      aria-current={isHere ? (name === 'memberships' ? 'true' : 'page') : undefined}
      aria-description={description}
    >
      <Icon name={icon} size={20} />
      <span>{text[name]}</span>
      {!isHere && count}
    </Link>
  );
}
