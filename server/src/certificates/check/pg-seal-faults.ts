/** Compares the orders of sealed copies with the certificates of originals and copies. */

import { compareRows, differing } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import { CERTIFICATES } from './pg-certificate-faults.ts';

const SEALS = rowsOf('pdf_seals', ['account_id', 'certificate_id']);

const DIFFERS = [
  ['certificate', 'o.id is null or o.seal is null'],
  ['livemode', 'o.livemode <> s.livemode'],
  ['copy', `s.status = 'sealed' and d.sealed_from is distinct from s.certificate_id`],
  ['status', `s.status <> 'sealed' and d.sealed_from = s.certificate_id`],
] as const;

export const checkSeals = compareRows('certificates: sealed copies', [
  {
    code: 'seal_differs',
    message: 'The order of a sealed copy does not match its certificates',
    of: SEALS,
    sql: `select s.account_id || ' ' || s.certificate_id as where_ids, ${differing(DIFFERS)} as told
            from piece s
            left join certificates o on o.account_id = s.account_id and o.id = s.certificate_id
            left join certificates d on d.account_id = s.account_id and d.id = s.copy_id
           where ${DIFFERS.map(([, condition]) => `(${condition})`).join(' or ')}`,
  },
  {
    code: 'seal_missing',
    message: 'A certificate names a sealed copy or an original that is not known',
    of: CERTIFICATES,
    sql: `select c.account_id || ' ' || c.id as where_ids, 'nothing is known of its sealing' as told
            from piece c
           where (c.seal is not null and not exists (
                   select from pdf_seals s where s.account_id = c.account_id and s.certificate_id = c.id))
              or (c.sealed_from is not null and not exists (
                   select from pdf_seals s where s.account_id = c.account_id and s.copy_id = c.id
                      and s.certificate_id = c.sealed_from and s.status = 'sealed'))`,
  },
]);
