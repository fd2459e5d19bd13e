/** Compares certificates with their counters, codes, search rows, tokens and creators. */

import { compareRows, differing } from '../../database/check/pg-comparison.ts';
import { ownerMissing } from '../../database/check/pg-owners.ts';
import { distinctOf, rowsOf } from '../../database/check/pg-pieces.ts';

const ACCOUNTS = rowsOf('accounts', ['id']);
/** The certificates, roughly in the order in which they were written. */
export const CERTIFICATES = rowsOf('certificates', ['account_id', 'livemode', 'number']);
const CODES = rowsOf('certificate_codes', ['code']);
const NUMBER = CERTIFICATES.key;
const SEARCH_ROWS = rowsOf('certificate_search', NUMBER, NUMBER.join(', '));
const WORDS = rowsOf('certificate_words', NUMBER, NUMBER.join(', '));
const ID = ['account_id', 'certificate_id'];
const TOKENS = rowsOf('certificate_tokens', ID, ID.join(', '));

const MODE = (livemode: string) => `case when ${livemode} then 'live' else 'test' end`;

const SEARCH_DIFFERS = [
  ['created_at', 's.created_at <> c.created_at'],
  ['document_type', 's.document_type is distinct from c.document_type'],
  ['search_text', `s.search_text <> lower(c.title) || E'\\n' || lower(c.file_name)`],
] as const;

const OTHER_WORDS = `'its words in the search index are not those of the certificate' as told`;

const WORDS_DIFFER = {
  code: 'search_words_differ',
  message: 'The search index has other words than a certificate',
  repair: 'search',
} as const;

export const checkAccountsOfCertificates = compareRows('certificates: accounts', [
  {
    code: 'account_unknown',
    message: 'The account of these certificates does not exist',
    of: distinctOf('certificates', ['account_id']),
    sql: `select c.account_id as where_ids, 'certificates of an account that does not exist' as told
            from piece c where not exists (select from accounts a where a.id = c.account_id)`,
  },
]);

export const checkOwnersOfReservations = compareRows('certificates: owners of reservations', [
  ownerMissing('allowance_reservations', ['id']),
]);

export const checkOwnersOfErasures = compareRows('certificates: owners of erasures', [
  ownerMissing('blob_erasures', ['account_id', 'sha256']),
]);

export const checkRowsOfCertificates = compareRows('certificates: codes, search rows and tokens', [
  {
    code: 'count_missing',
    message: 'The counter of certificates is missing',
    repair: 'counts',
    of: ACCOUNTS,
    sql: `select a.id || ' ' || ${MODE('mode.livemode')} as where_ids, 'no counter' as told
            from piece a, (values (true), (false)) mode (livemode)
           where not exists (select from certificate_counts n where n.account_id = a.id and n.livemode = mode.livemode)`,
  },
  {
    code: 'code_missing',
    message: 'The public address does not lead to its certificate',
    repair: 'codes',
    of: CERTIFICATES,
    sql: `select c.account_id || ' ' || c.id as where_ids, 'its public code leads nowhere or elsewhere' as told
            from piece c left join certificate_codes k on k.code = c.code
           where (k.account_id, k.certificate_id) is distinct from (c.account_id, c.id)`,
  },
  {
    code: 'code_stray',
    message: 'A public address leads to the wrong certificate',
    repair: 'codes',
    of: CODES,
    sql: `select k.account_id || ' ' || k.certificate_id as where_ids, 'a code that its certificate does not have' as told
            from piece k left join certificates c on c.account_id = k.account_id and c.id = k.certificate_id
           where c.code is distinct from k.code`,
  },
  {
    code: 'search_missing',
    message: 'The search index lacks a certificate',
    repair: 'search',
    of: CERTIFICATES,
    sql: `select c.account_id || ' ' || c.id as where_ids, 'lists cannot find it' as told
            from piece c left join certificate_search s using (account_id, livemode, number)
           where s.account_id is null`,
  },
  {
    code: 'search_differs',
    message: 'The search index does not match the certificate',
    repair: 'search',
    of: CERTIFICATES,
    sql: `select c.account_id || ' ' || c.id as where_ids, ${differing(SEARCH_DIFFERS)} as told
            from piece c join certificate_search s using (account_id, livemode, number)
           where ${SEARCH_DIFFERS.map(([, condition]) => condition).join(' or ')}`,
  },
  {
    code: 'search_stray',
    message: 'The search index names a certificate that does not exist',
    repair: 'search',
    of: SEARCH_ROWS,
    sql: `select s.account_id || ' ' || ${MODE('s.livemode')} || ' ' || s.number as where_ids,
                 'lists find a certificate that does not exist' as told
            from piece s left join certificates c using (account_id, livemode, number)
           where c.account_id is null`,
  },
  {
    ...WORDS_DIFFER,
    of: CERTIFICATES,
    sql: `select c.account_id || ' ' || c.id as where_ids, ${OTHER_WORDS}
            from piece c left join certificate_words w using (account_id, livemode, number)
            left join search_progress p using (account_id, livemode)
           where (number <= p.indexed_to or w.words is not null)
             and w.words is distinct from search_words(c.title, c.file_name, c.document_type, c.external_id, c.description)`,
  },
  {
    ...WORDS_DIFFER,
    of: WORDS,
    sql: `select w.account_id || ' ' || w.number as where_ids, ${OTHER_WORDS}
            from piece w left join certificates c using (account_id, livemode, number) where c.id is null`,
  },
  {
    code: 'token_missing',
    message: 'A certificate has no time stamp',
    of: CERTIFICATES,
    sql: `select c.account_id || ' ' || c.id as where_ids, 'there is no time stamp' as told
            from piece c left join certificate_tokens t on t.account_id = c.account_id and t.certificate_id = c.id
           where t.account_id is null`,
  },
  {
    code: 'token_stray',
    message: 'A time stamp belongs to no certificate',
    of: TOKENS,
    sql: `select t.account_id || ' ' || t.certificate_id as where_ids, 'a time stamp without a certificate' as told
            from piece t left join certificates c on c.account_id = t.account_id and c.id = t.certificate_id
           where c.account_id is null`,
  },
]);

export const checkKeysOfCertificates = compareRows('certificates: keys', [
  {
    code: 'key_unknown',
    message: 'No key of the account could have made this certificate',
    of: CERTIFICATES,
    sql: `select c.account_id || ' ' || c.id as where_ids, 'made with a key that its account does not have in this mode' as told
            from piece c
           where c.key_id is not null and not exists (
             select from api_keys k where k.id = c.key_id and k.account_id = c.account_id and k.livemode = c.livemode)`,
  },
]);
