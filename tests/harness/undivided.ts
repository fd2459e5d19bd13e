/** Puts a database back to what it was before its time stamps were divided, with everything that is in it. */

import type { TestDatabase } from './test-database.ts';

const BACK = [
  'drop function token_of(text, text)',
  'alter table certificate_tokens detach partition certificate_tokens_first',
  'drop table certificate_tokens',
  'alter table certificate_tokens_first rename to certificate_tokens',
  'alter index certificate_tokens_first_pkey rename to certificate_tokens_pkey',
  // Those after the division too: each of them can be run again.
  `delete from migrations where name >= '0049'`,
];

export async function undivide(database: Pick<TestDatabase, 'query'>): Promise<void> {
  for (const statement of BACK) await database.query(statement);
}
