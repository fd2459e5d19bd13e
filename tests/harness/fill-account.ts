/**
 * Fills an account with rows, far faster than certifying would, for tests of long lists. The rows have neither stamps
 * nor places in the log.
 */

import type { StormPlace } from './storm-place.ts';

export async function fillAccount(
  { query, account }: Pick<StormPlace, 'query' | 'account'>,
  total: number,
): Promise<void> {
  await query(CERTIFICATES, [account.id, total], 'fill-certificates');
  await query(SEARCH, [account.id], 'fill-search');
  const count = 'update certificate_counts set total = $2 where account_id = $1 and livemode';
  await query(count, [account.id, total], 'fill-count');
}

const CERTIFICATES = `
  insert into certificates (account_id, id, livemode, number, code, title, file_name, file_mime, file_size, sha256,
    psc, tst_serial, policy_oid, gen_time, accredited, warnings, created_at, ticket)
  select $1, 'cert_' || lpad(n::text, 22, '0'), true, n, left(md5(n::text), 22), 'Contrato ' || n,
    'contrato-' || n || '.pdf', 'application/pdf', 1000 + n, sha256(convert_to(n::text, 'UTF8')), 'test', md5(n::text),
    '1.2.3', '2026-01-31T18:00:00.123Z', false, '[]', timestamptz '2026-01-31 18:00:00Z' + n * interval '1 second', -n
    from generate_series(1, $2::bigint) n`;

const SEARCH = `
  insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
  select account_id, livemode, number, created_at, document_type, lower(title) || E'\\n' || lower(file_name)
    from certificates where account_id = $1`;
