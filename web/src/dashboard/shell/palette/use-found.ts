/** The results for the typed words: pages of the dashboard at once, and records as soon as the server answers. */

import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { IconName } from '../../../ui/icon.tsx';
import { api, type Mode } from '../../api.ts';
import { useMay } from '../../may.tsx';
import { fullName } from '../../memberships/full-name.ts';
import { courseLink, memberLink } from '../../memberships/member-links.ts';
import { findByIdentifier } from '../../memberships/members/find-by-identifier.ts';
import { identifierIn, isPrivate } from '../../memberships/members/list-query.ts';
import { useMode } from '../../mode.tsx';
import { councilPlaces, placesFor } from '../places.ts';
import { SHELL_TEXT } from '../text.ts';
import { fitsWords } from './fits-words.ts';

export type Hit = {
  key: string;
  icon: IconName;
  title: string;
  note?: string | undefined;
  href: string;
  /** Set if `href` is not a page of the dashboard. */
  isOutside?: boolean;
};

export type FoundGroup = { name: 'pages' | 'certificates' | 'members' | 'courses'; hits: readonly Hit[] };

/** The most results of each kind; the lists show all. */
const MOST_HITS = 5;
/** Shorter words would match nearly everything. */
const FEWEST_LETTERS = 2;

/** `sought` is what was typed before the last pause. */
export function useFound(words: string, sought: string): { groups: FoundGroup[]; isSearching: boolean } {
  const pages = usePages(words);
  const certificates = useCertificateHits(sought);
  const members = useMemberHits(sought);
  const courses = useCourseHits(sought);
  const groups: FoundGroup[] = [
    { name: 'pages', hits: pages },
    { name: 'certificates', hits: certificates.hits },
    { name: 'members', hits: members.hits },
    { name: 'courses', hits: courses.hits },
  ];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isSearching:
      (words.trim() !== sought && words.trim().length >= FEWEST_LETTERS) ||
      [certificates, members, courses].some(({ isFetching }) => isFetching),
  };
}

function usePages(words: string): readonly Hit[] {
  const text = useText(SHELL_TEXT);
  const may = useMay();
  const [mode] = useMode();
  const places: Hit[] = placesFor(may).map((place) => ({
    key: `page-${place.name}`,
    icon: place.icon,
    title: text[place.name],
    href: place.href,
  }));
  const council: Hit[] = may('readOverview')
    ? councilPlaces(may, mode).map(({ name, href }) => ({
        key: `council-${name}`,
        icon: 'people' as const,
        title: text.council[name],
        note: text.memberships,
        href,
      }))
    : [];
  const outside: Hit[] = [
    { key: 'page-verify', icon: 'check', title: text.verify, href: '/verify', isOutside: true },
    { key: 'page-docs', icon: 'book', title: text.docs, href: '/docs', isOutside: true },
  ];
  const all = [...places, ...council.filter(({ key }) => key !== 'council-overview'), ...outside];
  return words.trim() === ''
    ? [...places, ...outside]
    : all.filter(({ title, note }) => fitsWords(`${title} ${note ?? ''}`, words));
}

function useCertificateHits(sought: string) {
  const formats = useFormats();
  const isAllowed = useMay()('listCertificates');
  return useHits('certificates', sought, isAllowed && !isPrivate(sought), async (mode) => {
    const { certificates } = await api.listCertificates({ q: sought, limit: MOST_HITS, mode });
    return certificates.map((one) => ({
      key: one.id,
      icon: 'shield',
      title: one.title,
      note: formats.date(one.created_at),
      href: `/certificates/${one.id}`,
    }));
  });
}

function useMemberHits(sought: string) {
  const isAllowed = useMay()('listMembersWithStandings');
  return useHits('members', sought, isAllowed, async (mode) => {
    // A complete CURP, RFC or email must not appear in an address, because addresses are logged.
    const identifier = identifierIn(sought);
    const members =
      identifier === undefined
        ? (await api.listMembersWithStandings({ q: sought, limit: MOST_HITS, mode })).members
        : await findByIdentifier(identifier, mode);
    return members.slice(0, MOST_HITS).map((one) => ({
      key: one.id,
      icon: 'user',
      title: fullName(one) || one.member_number,
      note: one.member_number,
      href: memberLink(one.id),
    }));
  });
}

function useCourseHits(sought: string) {
  const formats = useFormats();
  const isAllowed = useMay()('listCourses');
  return useHits('courses', sought, isAllowed && !isPrivate(sought), async (mode) => {
    const { courses } = await api.listCourses({ q: sought, limit: MOST_HITS, mode });
    return courses.map((one) => ({
      key: one.id,
      icon: 'book',
      title: one.title,
      note: formats.fullDay(one.starts_on),
      href: courseLink(one.id),
    }));
  });
}

function useHits(kind: string, sought: string, isAllowed: boolean, find: (mode: Mode) => Promise<Hit[]>) {
  const [mode] = useMode();
  const isAsked = isAllowed && sought.length >= FEWEST_LETTERS;
  const { data, isFetching } = useQuery({
    queryKey: ['palette', kind, mode, sought],
    queryFn: () => find(mode),
    enabled: isAsked,
    // The previous results stay until the new ones arrive, so that the list does not jump.
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  return { hits: isAsked ? (data ?? []) : [], isFetching };
}
