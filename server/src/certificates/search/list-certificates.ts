/** Reads a page of certificates, by offset or after one of them, out of all or of the matches of a search. */

import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Access } from '../../keys/ports.ts';
import type { AccountRead } from '../../operations/account-read.ts';
import type { CertificatePage, CertificateStore, ListAsked } from '../ports.ts';
import { findNumbers } from './find-numbers.ts';
import type { CertificateSearch, Part, SearchScope } from './ports.ts';
import type { Totals } from './totals.ts';

export type ListPorts = {
  access: Access;
  certificates: Pick<CertificateStore, 'page'>;
  search: CertificateSearch;
  totals: Totals;
};

type Listed = { page: CertificatePage } | { scope: SearchScope };

/** What the statement that admits the caller also reads: the page itself, unless there is a search. */
export function listRead(ports: ListPorts, asked: ListAsked): AccountRead<Listed> {
  const { filter, after } = asked;
  const isSearch = Object.keys(filter).some((name) => name !== 'status');
  if (isSearch) {
    const read = ports.search.scope(filter, after);
    return { ...read, toValue: (rows) => ({ scope: read.toValue(rows) }) };
  }
  const read = ports.certificates.page(asked);
  return { ...read, toValue: (rows) => ({ page: read.toValue(rows) ?? refuseAfter() }) };
}

export async function finishList(
  ports: ListPorts,
  owner: Owner,
  asked: ListAsked,
  listed: Listed,
): Promise<CertificatePage> {
  if ('page' in listed) return listed.page;
  const { scope } = listed;
  if (asked.after !== undefined && scope.afterNumber === undefined) refuseAfter();
  const total = await ports.totals(owner, asked.filter, scope);
  const { numbers, hasMore } = await findPage(ports.search, owner, asked, scope, total);
  const certificates =
    numbers.length === 0
      ? []
      : await ports.access.read(owner.accountId, owner.livemode, ports.search.at(numbers));
  return { certificates, total, hasMore };
}

async function findPage(
  search: CertificateSearch,
  owner: Owner,
  { filter, limit, offset, order, after }: ListAsked,
  whole: SearchScope,
  total: number,
): Promise<{ numbers: number[]; hasMore: boolean }> {
  if (offset >= total) return { numbers: [], hasMore: false };
  const find = (scope: SearchScope, part: Part) => findNumbers(search, owner, filter, scope, part, total);
  // The last pages are searched from the other end.
  const fromEnd = total - offset - limit;
  if (after === undefined && fromEnd < offset) {
    const numbers = await find(whole, {
      order: order === 'desc' ? 'asc' : 'desc',
      limit: Math.min(limit, total - offset),
      offset: Math.max(fromEnd, 0),
    });
    return { numbers: numbers.reverse(), hasMore: fromEnd > 0 };
  }
  const scope = after === undefined ? whole : scopeBeyond(whole, order);
  const numbers = await find(scope, { order, limit: limit + 1, offset });
  return { numbers: numbers.slice(0, limit), hasMore: numbers.length > limit };
}

/** The scope of the matches after the certificate named in `after`. */
export function scopeBeyond(scope: SearchScope, order: 'asc' | 'desc'): SearchScope {
  const { low, high, afterNumber = 0 } = scope;
  return order === 'desc'
    ? { ...scope, high: Math.min(high, afterNumber - 1) }
    : { ...scope, low: Math.max(low, afterNumber) };
}

export function refuseAfter(): never {
  throw new AppError('validation_failed', {
    en: '`after` names no certificate of your account (in the mode of this key). Send the id of the last one of the page before.',
    es: '`after` no nombra ningún certificado de su cuenta (en el modo de esta clave). Envíe el id del último de la página anterior.',
  });
}
