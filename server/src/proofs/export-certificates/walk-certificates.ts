/** Reads the certificates that match a filter in lots, with short statements and little memory. */

import type { Certificate } from '../../certificates/certificate.ts';
import type { CertificateFilter, ListOrder } from '../../certificates/ports.ts';
import { findNumbers } from '../../certificates/search/find-numbers.ts';
import type { CertificateSearch, SearchScope } from '../../certificates/search/ports.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Access } from '../../keys/ports.ts';

const LOT = 500;

export type ExportPorts = { access: Access; search: CertificateSearch };

/**
 * Yields the certificates that existed when `scope` was read, each once and at most `limit` of them. `total` is how
 * many match.
 */
export async function* walkCertificates(
  ports: ExportPorts,
  owner: Owner,
  asked: { filter: CertificateFilter; order: ListOrder; limit: number },
  scope: SearchScope,
  total: number,
): AsyncGenerator<Certificate[]> {
  const { filter, order } = asked;
  let left = asked.limit;
  for (let rest = scope; left > 0; ) {
    const limit = Math.min(LOT, left);
    const part = { order, limit, offset: 0 };
    const numbers = await findNumbers(ports.search, owner, filter, rest, part, total);
    const last = numbers.at(-1);
    if (last === undefined) return;
    yield await ports.access.read(owner.accountId, owner.livemode, ports.search.at(numbers));
    if (numbers.length < limit) return;
    left -= numbers.length;
    rest = order === 'desc' ? { ...rest, high: last - 1 } : { ...rest, low: last };
  }
}
