/** The server's keys: made once, shared by every process on the database. */

import type { ServerKey, ServerKeys } from '../kernel/server-keys.ts';
import type { Database, Row } from './pool.ts';
import { bytes, text } from './row-reader.ts';

export async function openServerKeys(
  database: Database,
  randomBytes: (size: number) => Uint8Array,
  now: Date,
): Promise<ServerKeys> {
  // Two processes that start together may each make one: the newest signs, both verify.
  await database.query(
    'make-url-key',
    `insert into url_keys (id, secret, created_at) select $1, $2, $3 where not exists (select from url_keys)`,
    [Buffer.from(randomBytes(6)).toString('hex'), randomBytes(32), now],
  );
  return readServerKeys(database);
}

/** Never makes a key. */
export function readServerKeys(database: Pick<Database, 'query'>): ServerKeys {
  const keys = new Map<string, ServerKey>();
  const find = async (id: string) => {
    const known = keys.get(id);
    if (known !== undefined) return known;
    const [row] = await database.query('url-key', 'select id, secret from url_keys where id = $1', [id]);
    return row && remember(row);
  };
  const remember = (row: Row): ServerKey => {
    const key = { id: text(row, 'id'), secret: bytes(row, 'secret') };
    keys.set(key.id, key);
    return key;
  };
  let newest: ServerKey | undefined;
  return {
    find,
    async current() {
      if (newest === undefined) {
        const [row] = await database.query(
          'newest-url-key',
          'select id, secret from url_keys order by created_at desc, id desc limit 1',
          [],
        );
        if (row === undefined) throw new Error('There is no key to sign file links with');
        newest = remember(row);
      }
      return newest;
    },
  };
}
