/** The filters of the list of members, kept in the address so that reload, bookmarks and the back button work. */

import type { Input } from '../../api.ts';

type MembersQuery = Input<'listMembersWithStandings'>;

export const MEMBER_SORTS = ['name', 'member_number', 'valid_until'] as const;

export type MemberSort = (typeof MEMBER_SORTS)[number];

export type MemberFilters = {
  q: string;
  program: string;
  standing: NonNullable<MembersQuery['standing']> | '';
  met: 'true' | 'false' | '';
  status: NonNullable<MembersQuery['status']> | '';
  endsBefore: string;
  /** The column that sorts the list; with a minus in descending order. Empty: newest members first. */
  sort: MemberSort | `-${MemberSort}` | '';
  /** The test clock whose members are listed. */
  clock: string;
};

export const STANDINGS = [
  'current',
  'grace',
  'delinquent',
  'lapsed',
  'scheduled',
  'suspended',
  'ended',
] as const;
export const MEMBER_STATUSES = ['active', 'suspended', 'deceased', 'anonymised'] as const;

/** Addresses can be edited by hand, so invalid values are ignored. */
export function parseFilters(params: URLSearchParams): MemberFilters {
  const given = (name: string) => params.get(name) ?? '';
  const one = <T extends string>(words: readonly T[], name: string) =>
    words.find((word) => word === given(name)) ?? '';
  return {
    q: given('q').slice(0, 200),
    program: /^prg_\w+$/.test(given('program')) ? given('program') : '',
    standing: one(STANDINGS, 'standing'),
    met: one(['true', 'false'], 'met'),
    status: one(MEMBER_STATUSES, 'status'),
    endsBefore: isDay(given('endsBefore')) ? given('endsBefore') : '',
    sort: one([...MEMBER_SORTS, ...MEMBER_SORTS.map((sort) => `-${sort}` as const)], 'sort'),
    clock: /^clk_\w+$/.test(given('clock')) ? given('clock') : '',
  };
}

export function toSearch(filters: MemberFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

export function toApiQuery({ sort, ...filters }: MemberFilters): MembersQuery {
  const column = MEMBER_SORTS.find((name) => sort === name || sort === `-${name}`);
  return {
    ...toApiFilters(filters),
    ...(column && { sort: column, order: sort === column ? 'asc' : 'desc' }),
  };
}

/** Leaves out the order, which exports do not support. */
export function toApiFilters({
  q,
  program,
  standing,
  met,
  status,
  endsBefore,
  clock,
}: Omit<MemberFilters, 'sort'>): MembersQuery {
  return {
    ...(q && { q }),
    ...(program && { program_id: program }),
    ...(standing && { standing }),
    ...(met && { met }),
    ...(status && { status }),
    ...(endsBefore && { term_ends_before: endsBefore }),
    ...(clock && { clock_id: clock }),
  };
}

export type Identifier =
  | { curp: string }
  | { rfc: string }
  | { email: string }
  | { professional_license: string };

/**
 * Whether the text is a complete identifier of a person. CURP, RFC and email must not appear in an address, because
 * addresses are logged; a license number is public.
 */
export function identifierIn(words: string): Identifier | undefined {
  const text = words.trim();
  const upper = text.toUpperCase();
  if (/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/.test(upper)) return { curp: upper };
  if (/^[A-ZÑ&]{3,4}\d{6}[0-9A-Z]{3}$/.test(upper)) return { rfc: upper };
  if (/^\S+@\S+\.\S+$/.test(text)) return { email: text };
  if (/^\d{6,8}$/.test(text)) return { professional_license: text };
  return undefined;
}

/** Whether the identifier must not appear in an address. */
export function isPrivate(words: string): boolean {
  const identifier = identifierIn(words);
  return identifier !== undefined && !('professional_license' in identifier);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
