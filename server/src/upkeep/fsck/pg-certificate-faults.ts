/** Certificates against their counters, codes, search rows, tokens and creators. */

import { differing, type LedgerFaultSql } from './pg-ledger-fault.ts';

/** Number of certificates per account and mode. */
export const COUNTED = `
  select account_id, livemode, count(*) as counted, max(number) as highest, min(number) as lowest
    from certificates group by account_id, livemode`;

/** Bytes of the files that account and mode of the counter `n` keep. */
export const STORED = `coalesce((
  select sum(c.file_size) from certificates c
   where c.account_id = n.account_id and c.livemode = n.livemode and c.file_erased_at is null), 0)`;

/** The files of test certificates expire in the order of their numbers; those of live ones do not. */
export const ERASED_TO_IS_WRONG = `(n.erased_to < 0 or n.erased_to > n.total or exists (
  select from certificates c
   where c.account_id = n.account_id and c.livemode = n.livemode and c.number <= n.erased_to
     and (c.livemode or (c.file_erased_at is null and c.file_size is not null))))`;

const MODE = (livemode: string) => `case when ${livemode} then 'live' else 'test' end`;

const SEARCH_DIFFERS = [
  ['created_at', 's.created_at <> c.created_at'],
  ['document_type', 's.document_type is distinct from c.document_type'],
  ['search_text', `s.search_text <> lower(c.title) || E'\\n' || lower(c.file_name)`],
] as const;

export const CERTIFICATE_FAULTS: readonly LedgerFaultSql[] = [
  {
    code: 'count_missing',
    sql: `select a.id || ' ' || ${MODE('mode.livemode')} as where_ids, 'no counter' as told
            from accounts a, (values (true), (false)) mode (livemode)
           where not exists (select from certificate_counts n where n.account_id = a.id and n.livemode = mode.livemode)`,
  },
  {
    code: 'count_differs',
    sql: `select n.account_id || ' ' || ${MODE('n.livemode')} as where_ids,
                 'counted as ' || n.total || ', but there are ' || coalesce(c.counted, 0) as told
            from certificate_counts n left join (${COUNTED}) c using (account_id, livemode)
           where n.total <> coalesce(c.counted, 0)`,
  },
  {
    code: 'number_missing',
    sql: `select c.account_id || ' ' || ${MODE('c.livemode')} as where_ids,
                 c.counted || ' certificates are numbered from ' || c.lowest || ' to ' || c.highest as told
            from (${COUNTED}) c where c.counted <> c.highest or c.lowest <> 1`,
  },
  {
    code: 'stored_bytes_differ',
    sql: `select n.account_id || ' ' || ${MODE('n.livemode')} as where_ids,
                 'counted as ' || n.stored_bytes || ', but they are ' || ${STORED} as told
            from certificate_counts n where n.stored_bytes <> ${STORED}`,
  },
  {
    code: 'erased_to_differs',
    sql: `select n.account_id || ' ' || ${MODE('n.livemode')} as where_ids,
                 'up to number ' || n.erased_to || ', where files are kept' as told
            from certificate_counts n where ${ERASED_TO_IS_WRONG}`,
  },
  {
    code: 'code_missing',
    sql: `select c.account_id || ' ' || c.id as where_ids, 'its public code leads nowhere or elsewhere' as told
            from certificates c left join certificate_codes k on k.code = c.code
           where (k.account_id, k.certificate_id) is distinct from (c.account_id, c.id)`,
  },
  {
    code: 'code_stray',
    sql: `select k.account_id || ' ' || k.certificate_id as where_ids, 'a code that its certificate does not have' as told
            from certificate_codes k left join certificates c on c.account_id = k.account_id and c.id = k.certificate_id
           where c.code is distinct from k.code`,
  },
  {
    code: 'search_missing',
    sql: `select c.account_id || ' ' || c.id as where_ids, 'lists cannot find it' as told
            from certificates c left join certificate_search s using (account_id, livemode, number)
           where s.account_id is null`,
  },
  {
    code: 'search_differs',
    sql: `select c.account_id || ' ' || c.id as where_ids, ${differing(SEARCH_DIFFERS)} as told
            from certificates c join certificate_search s using (account_id, livemode, number)
           where ${SEARCH_DIFFERS.map(([, condition]) => condition).join(' or ')}`,
  },
  {
    code: 'search_stray',
    sql: `select s.account_id || ' ' || ${MODE('s.livemode')} || ' ' || s.number as where_ids,
                 'lists find a certificate that does not exist' as told
            from certificate_search s left join certificates c using (account_id, livemode, number)
           where c.account_id is null`,
  },
  {
    code: 'search_words_differ',
    sql: `select coalesce(c.account_id, w.account_id) || ' ' || coalesce(c.id, w.number::text) as where_ids,
                 'its words in the search index are not those of the certificate' as told
            from certificates c full join certificate_words w using (account_id, livemode, number)
            left join search_progress p using (account_id, livemode)
           where c.id is null
              or (number <= p.indexed_to or w.words is not null)
                 and w.words is distinct from search_words(c.title, c.file_name, c.document_type, c.external_id)`,
  },
  {
    code: 'token_missing',
    sql: `select c.account_id || ' ' || c.id as where_ids, 'there is no time stamp' as told
            from certificates c left join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id
           where t.account_id is null`,
  },
  {
    code: 'token_stray',
    sql: `select t.account_id || ' ' || t.certificate_id as where_ids, 'a time stamp without a certificate' as told
            from certificate_tokens t left join certificates c on c.account_id = t.account_id and c.id = t.certificate_id
           where c.account_id is null`,
  },
  {
    code: 'proof_stray',
    sql: `select p.account_id || ' ' || p.certificate_id as where_ids, 'a proof without a certificate' as told
            from certificate_proofs p left join certificates c on c.account_id = p.account_id and c.id = p.certificate_id
           where c.account_id is null`,
  },
  {
    code: 'key_unknown',
    sql: `select c.account_id || ' ' || c.id as where_ids, 'made with a key that its account does not have in this mode' as told
            from certificates c
           where c.key_id is not null and not exists (
             select from api_keys k where k.id = c.key_id and k.account_id = c.account_id and k.livemode = c.livemode)`,
  },
  {
    code: 'unsigned_upload',
    sql: `select c.account_id || ' ' || c.id as where_ids, 'neither a key nor the audit log says who made it' as told
            from certificates c
           where c.key_id is null and not exists (
             select from audit_events e
              where e.account_id = c.account_id and e.action = 'certificate.create' and e.target = c.id)`,
  },
];
