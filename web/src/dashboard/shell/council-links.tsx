/** The pages of memberships: under their group in the navigation, and as a strip above the page on a phone. */

import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../i18n/use-text.ts';
import type { Mode } from '../api.ts';
import { type Act, useMay } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { SHELL_TEXT } from './text.ts';

const ROOT = '/memberships';

const PLACES: readonly { name: keyof typeof SHELL_TEXT.en.council; href: string; act?: Act; mode?: Mode }[] =
  [
    { name: 'overview', href: ROOT },
    { name: 'members', href: `${ROOT}/members` },
    { name: 'courses', href: `${ROOT}/courses` },
    { name: 'awards', href: `${ROOT}/awards` },
    { name: 'renewals', href: `${ROOT}/renewals` },
    { name: 'programs', href: `${ROOT}/programs` },
    { name: 'ownPage', href: `${ROOT}/own-page`, act: 'approveMemberRequest' },
    { name: 'clocks', href: `${ROOT}/clocks`, act: 'listClocks', mode: 'test' },
    { name: 'look', href: `${ROOT}/look`, act: 'updateCouncil' },
  ];

/** Open only on these pages, so that the navigation stays short for everybody else. */
export function CouncilLinks() {
  const [location] = useLocation();
  if (location !== ROOT && !location.startsWith(`${ROOT}/`)) return null;
  return (
    <div className="council-links">
      <Links />
    </div>
  );
}

export function CouncilStrip() {
  const text = useText(SHELL_TEXT);
  const [location] = useLocation();
  const strip = useRef<HTMLElement>(null);
  // The strip is wider than a phone, so the current link is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another link.
  useEffect(() => {
    const here = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (strip.current === null || !here) return;
    strip.current.scrollLeft = here.offsetLeft - (strip.current.clientWidth - here.offsetWidth) / 2;
  }, [location]);
  return (
    <nav className="council-strip" aria-label={text.memberships} ref={strip}>
      <Links />
    </nav>
  );
}

function Links() {
  const [location] = useLocation();
  const text = useText(SHELL_TEXT);
  const may = useMay();
  const [shown] = useMode();
  return PLACES.filter(({ act, mode = shown }) => mode === shown && (act === undefined || may(act))).map(
    ({ name, href }) => (
      <Link
        key={name}
        href={href}
        className="shell-link"
        aria-current={isHere(location, href) ? 'page' : undefined}
      >
        <span>{text.council[name]}</span>
      </Link>
    ),
  );
}

function isHere(location: string, href: string): boolean {
  // Importing is a page of the members.
  if (location === `${ROOT}/import`) return href === `${ROOT}/members`;
  return location === href || (href !== ROOT && location.startsWith(`${href}/`));
}
