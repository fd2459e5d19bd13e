/** All that is held of a person who logs in, as one JSON document that is written while it is read. */

import { readAuditBy } from '../../audit/pg-audit.ts';
import { readExported } from '../../database/exported-rows.ts';
import type { Query } from '../../database/pool.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { PERSON_TABLES } from './person-tables.ts';

/** In both languages: whoever asks for it may not be the one who reads it. */
const ABOUT = {
  es: 'Todo lo que se tiene de la persona de esta cuenta. Cada parte es una lista; audit es lo que hizo, con dirección y navegador. No se incluyen secretos (contraseña, códigos, sesiones). Los correos que se le enviaron no se guardan. Lo que la cuenta guarda (certificados, miembros) se exporta aparte.',
  en: 'All that is held of the person behind this account. Each part is a list; audit is what the person did, with address and browser. Secrets (password, codes, sessions) are not included. Mails that were sent to the person are not kept. What the account keeps (certificates, members) is exported apart.',
};

type PersonPorts = { query: Query; now(): Date };

/** `personId`: today the id of the account. */
export async function* readPersonData(
  { query, now }: PersonPorts,
  personId: AccountId,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ about: ABOUT, made_at: now() }, undefined, 1).slice(0, -2)},\n`;
  for (const { part, ...table } of PERSON_TABLES) {
    const rows = await readExported(query, table, [personId]);
    yield ` ${JSON.stringify(part)}: ${JSON.stringify(rows)},\n`;
  }
  yield ' "audit": [';
  let between = '\n';
  for await (const entry of readAuditBy(query, personId, personId)) {
    yield `${between}  ${JSON.stringify(entry)}`;
    between = ',\n';
  }
  yield ']\n}\n';
}
