/** Reads what a recovery needs from the database that it repairs. */

import type { Frontier } from '@sello/proof';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { JournalCertificate } from './journal-certificate.ts';

export type RecoverReads = Pick<Database, 'query'> & {
  /** The end of the log, as the database has it. */
  frontier(): Promise<Frontier>;
  /** The given ids that exist in the database. */
  knownCertificates(of: readonly Pick<JournalCertificate, 'accountId' | 'id'>[]): Promise<Set<string>>;
  /** The ids of the certificates that wait for a place in the log. */
  waitingCertificates(): Promise<string[]>;
  unknownAccounts(ids: readonly string[]): Promise<string[]>;
};

export function makeRecoverReads(database: Pick<Database, 'query'>): RecoverReads {
  const ids = async (statement: string, params: readonly unknown[]) =>
    (await database.query(statement, params)).map((row) => read.text(row, 'id'));
  return {
    query: database.query,

    async frontier() {
      const [row] = await database.query('select size, frontier from log_state');
      return row === undefined
        ? { size: 0, nodes: [] }
        : { size: read.number(row, 'size'), nodes: read.bytesList(row, 'frontier') };
    },

    async knownCertificates(of) {
      const known = await ids(
        `select c.id from unnest($1::text[], $2::text[]) as asked (account_id, id)
           join certificates c on c.account_id = asked.account_id and c.id = asked.id`,
        [of.map(({ accountId }) => accountId), of.map(({ id }) => id)],
      );
      return new Set(known);
    },

    waitingCertificates: () =>
      ids('select c.id from log_queue q join certificates c on c.ticket = q.id order by c.ticket', []),

    unknownAccounts: (asked) =>
      ids(
        `select asked.id from unnest($1::text[]) as asked (id)
          where not exists (select from accounts a where a.id = asked.id)`,
        [asked],
      ),
  };
}
