/** The list's filters and page, kept in the address so that reload, bookmarks and the back button work. */

import { nextDay, startOfDay } from '../../../i18n/start-of-day.ts';
import type { CertificateQuery, CertificateStatus } from '../../api.ts';

export type ListQuery = {
  q: string;
  status: CertificateStatus | '';
  type: string;
  tag: string;
  /** Days in the account's time zone, both included. */
  from: string;
  to: string;
  sha256: string;
  order: 'desc' | 'asc';
  limit: number;
  offset: number;
};

export const STATUSES = ['stamped', 'anchoring', 'certified'] as const;
export const PAGE_SIZES = [20, 50, 100] as const;

const EVERYTHING: ListQuery = {
  q: '',
  status: '',
  type: '',
  tag: '',
  from: '',
  to: '',
  sha256: '',
  order: 'desc',
  limit: PAGE_SIZES[0],
  offset: 0,
};

/** Addresses can be edited by hand, so invalid values are ignored. */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const day = (name: string) => {
    const text = params.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
  };
  const limit = Number(params.get('limit'));
  const offset = Number(params.get('offset'));
  return {
    q: (params.get('q') ?? '').slice(0, 200),
    status: STATUSES.find((status) => status === params.get('status')) ?? '',
    type: (params.get('type') ?? '').slice(0, 100),
    tag: (params.get('tag') ?? '').slice(0, 40),
    from: day('from'),
    to: day('to'),
    sha256: parseSha256(params.get('sha256') ?? '') ?? '',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    limit: PAGE_SIZES.find((size) => size === limit) ?? EVERYTHING.limit,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** Only what differs from the default. */
export function toSearch(query: ListQuery): Record<string, string> {
  const entries = Object.entries(query).filter(
    ([name, value]) => value !== EVERYTHING[name as keyof ListQuery],
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

export function toApiQuery(query: ListQuery, timeZone: string): CertificateQuery {
  const { q, status, type, tag, from, to, sha256, order, limit, offset } = query;
  return {
    limit,
    offset,
    ...(q && { q }),
    ...(status && { status }),
    ...(order === 'asc' && { order }),
    ...(type && { document_type: type }),
    ...(tag && { tag }),
    ...(sha256 && { sha256 }),
    // `created_after` is exclusive, so it is set to the last millisecond before the day.
    ...(from && { created_after: new Date(startOfDay(from, timeZone).getTime() - 1).toISOString() }),
    ...(to && { created_before: startOfDay(nextDay(to), timeZone).toISOString() }),
  };
}

export function isFiltered({ q, status, type, tag, from, to, sha256 }: ListQuery): boolean {
  return [q, status, type, tag, from, to, sha256].some((value) => value !== '');
}

/** The search for the same file, without the other filters. */
export function byFileAlone({ sha256, limit }: ListQuery): ListQuery {
  return { ...EVERYTHING, sha256, limit };
}

/** Accepts spaces and capitals, as people paste it. */
export function parseSha256(text: string): string | undefined {
  const digits = text.replace(/\s/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}
