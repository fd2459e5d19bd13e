/** Returns a database to the schema before its time stamps were divided, keeping its data. */

import type { TestDatabase } from './test-database.ts';

const BACK = [
  'drop function token_of(text, text)',
  'alter table certificate_tokens detach partition certificate_tokens_first',
  'drop table certificate_tokens',
  'alter table certificate_tokens_first rename to certificate_tokens',
  'alter index certificate_tokens_first_pkey rename to certificate_tokens_pkey',
  // Later migrations are marked as not applied too, if they can be run again.
  `delete from migrations where name >= '0049' and name < '0054'`,
];

export async function undivide(database: Pick<TestDatabase, 'query'>): Promise<void> {
  for (const statement of BACK) await database.query(statement);
}
