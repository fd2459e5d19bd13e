/** The pages of memberships: under their group in the navigation, and as a strip above the page on a phone. */

import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useText } from '../../i18n/use-text.ts';
import { useMay } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { COUNCIL_ROOT, type CouncilPlace, councilPlaces } from './places.ts';
import { SHELL_TEXT } from './text.ts';
import { useWaitingCount } from './waiting.tsx';

/** Unfolded only on these pages, so that the navigation stays short elsewhere. */
export function CouncilLinks() {
  const [location] = useLocation();
  if (location !== COUNCIL_ROOT && !location.startsWith(`${COUNCIL_ROOT}/`)) return null;
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
  const may = useMay();
  const [mode] = useMode();
  return councilPlaces(may, mode).map((place) => <PlaceLink key={place.name} {...place} />);
}

function PlaceLink({ name, href }: CouncilPlace) {
  const [location] = useLocation();
  const text = useText(SHELL_TEXT);
  const { count, description } = useWaitingCount(name);
  return (
    <Link
      href={href}
      className="shell-link"
      aria-current={isHere(location, href) ? 'page' : undefined}
      aria-description={description}
    >
      <span>{text.council[name]}</span>
      {count}
    </Link>
  );
}

function isHere(location: string, href: string): boolean {
  // The import belongs to the members' pages, a review to the draws' pages.
  if (location === `${COUNCIL_ROOT}/import`) return href === `${COUNCIL_ROOT}/members`;
  if (location.startsWith(`${COUNCIL_ROOT}/reviews/`)) return href === `${COUNCIL_ROOT}/draws`;
  return location === href || (href !== COUNCIL_ROOT && location.startsWith(`${href}/`));
}
