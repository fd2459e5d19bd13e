/** Reads everything that is held of a person who logs in, as one JSON document that is sent while it is read. */

import { readAuditBy } from '../../audit/pg-audit.ts';
import { readExported } from '../../database/exported-rows.ts';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { type AccountId, firstAccountOf, type PersonId } from '../../kernel/ids.ts';
import { PERSON_TABLES } from './person-tables.ts';

/** Explains the export in both languages, because somebody else than the person who asks for it may read it. */
const ABOUT = {
  es: 'Todo lo que se tiene de esta persona. Cada parte es una lista; audit es lo que hizo, con dirección y navegador. No se incluyen secretos (contraseña, códigos, sesiones). Los correos que se le enviaron no se guardan. Lo que las cuentas guardan (certificados, miembros) se exporta aparte.',
  en: 'Everything that is held of this person. Each part is a list; audit is what the person did, with address and browser. Secrets (password, codes, sessions) are not included. Mails that were sent to the person are not kept. What accounts keep (certificates, members) is exported apart.',
};

type PersonPorts = { query: Query; now(): Date };

export async function* readPersonData(
  { query, now }: PersonPorts,
  personId: PersonId,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ about: ABOUT, made_at: now() }, undefined, 1).slice(0, -2)},\n`;
  for (const { part, ...table } of PERSON_TABLES) {
    const rows = await readExported(query, table, [personId]);
    yield ` ${JSON.stringify(part)}: ${JSON.stringify(rows)},\n`;
  }
  yield ' "audit": [';
  let between = '\n';
  // In entries from before people and accounts were separate, the actor is the id of the account.
  const actors = [personId, firstAccountOf(personId)];
  for (const log of [personId, ...(await accountsOf(query, personId))]) {
    for await (const entry of readAuditBy(query, log, actors)) {
      yield `${between}  ${JSON.stringify(entry)}`;
      between = ',\n';
    }
  }
  yield ']\n}\n';
}

/** The accounts in which the person has a seat, and the person's first account, which may be closed or handed over. */
async function accountsOf(query: Query, personId: PersonId): Promise<AccountId[]> {
  const rows = await query(
    'select account_id from seats where person_id = $1 union select first_account_of($1) order by 1',
    [personId],
    'export-accounts-of-person',
  );
  return rows.map((row) => read.id('acct', row, 'account_id'));
}
