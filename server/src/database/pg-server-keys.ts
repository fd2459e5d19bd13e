/**
 * The keys that sign file addresses, seal secrets and find people by their identifiers: made once, shared by every
 * process, wrapped at rest.
 */

import type { Logger } from '../kernel/logger.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import { LASTING_KEY, type ServerKey, type ServerKeys } from '../kernel/server-keys.ts';
import { masterIdIn, unwrapKey } from '../kernel/wrapping/key-envelope.ts';
import { type KeyWrapping, makeKeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import { openMasterKeys } from './open-master-keys.ts';
import type { Database, Query, Row } from './pool.ts';
import { areOlderProcessesPresent } from './presence.ts';
import * as read from './row-reader.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * The lock under which processes that start together take turns. A second machine must find the key of the first, and
 * not make its own.
 */
const KEYS_LOCK = 7355_0003;

type World = { randomBytes: RandomBytes; now: () => Date; logger: Logger };

/**
 * Opens the server's keys. Rejects if the master key that wraps them is missing. Keys that are bare, or wrapped with
 * an older master key, are wrapped with the present one.
 */
export async function openServerKeys(
  database: Database,
  config: Pick<DatabaseSettings, 'dataDir' | 'masterKey'>,
  { randomBytes, now, logger }: World,
): Promise<{ serverKeys: ServerKeys; keyWrapping: KeyWrapping }> {
  return database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    const rows = await query('select id, secret from url_keys order by created_at, id');
    const needed = rows.flatMap((row) => masterIdIn(read.bytes(row, 'secret')) ?? []);
    const masters = await openMasterKeys(config, randomBytes, needed);
    const mayWrapBare = !(await areOlderProcessesPresent(query));
    const wrapping = makeKeyWrapping(masters, randomBytes, mayWrapBare);
    if (!mayWrapBare && needed.length < rows.length) logger.warn('keys.not_wrapped_yet');
    const wrapped = await wrapDue(query, wrapping, rows);
    if (wrapped > 0) logger.info('keys.wrapped', { keys: wrapped });
    const keys = rows.map((row) => unwrap(wrapping, row));
    const make = (id: string, at: Date) =>
      makeServerKey(query, wrapping, { id, secret: randomBytes(32) }, at);
    if (!keys.some(isLasting)) keys.unshift(await make(LASTING_KEY, new Date(0)));
    if (keys.every(isLasting)) keys.push(await make(Buffer.from(randomBytes(6)).toString('hex'), now()));
    return { serverKeys: remember(database, wrapping, keys), keyWrapping: wrapping };
  });
}

/**
 * Reads the master key that wraps other keys. It is made if none is given and none is needed. Works on older schemas
 * too.
 */
export async function readWrappingMaster(
  database: Pick<Database, 'query'>,
  config: Pick<DatabaseSettings, 'dataDir' | 'masterKey'>,
  randomBytes: RandomBytes,
): Promise<Uint8Array> {
  const [known] = await database.query(`select to_regclass('url_keys') is not null as is_there`);
  const rows = known?.is_there === true ? await database.query('select secret from url_keys') : [];
  const needed = rows.flatMap((row) => masterIdIn(read.bytes(row, 'secret')) ?? []);
  const [master] = await openMasterKeys(config, randomBytes, needed);
  return master;
}

async function wrapDue(query: Query, wrapping: KeyWrapping, rows: readonly Row[]): Promise<number> {
  let wrapped = 0;
  for (const row of rows) {
    const place = placeOf(read.text(row, 'id'));
    const { key, state } = wrapping.unwrap(place, read.bytes(row, 'secret'));
    if (!wrapping.isDue(state)) continue;
    await query('update url_keys set secret = $2 where id = $1', [row.id, wrapping.wrap(place, key)]);
    wrapped += 1;
  }
  return wrapped;
}

async function makeServerKey(
  query: Query,
  wrapping: KeyWrapping,
  key: ServerKey,
  at: Date,
): Promise<ServerKey> {
  await query('insert into url_keys (id, secret, created_at) values ($1, $2, $3)', [
    key.id,
    wrapping.wrap(placeOf(key.id), key.secret),
    at,
  ]);
  return key;
}

/**
 * Whether this is the key that is never replaced. It is dated 1970 and so is never the newest, because older versions
 * of the program sign with the newest key that they find.
 */
function isLasting({ id }: Pick<ServerKey, 'id'>): boolean {
  return id === LASTING_KEY;
}

/** Reads only: makes no key and wraps none. */
export function readServerKeys(
  database: Pick<Database, 'query'>,
  masters: readonly Uint8Array[],
): ServerKeys {
  return remember(database, { unwrap: (place, stored) => unwrapKey(masters, place, stored) }, []);
}

/**
 * Keeps the keys that were opened at the start, newest last. Another process may wrap them later with a master key
 * that this process does not have.
 */
function remember(
  database: Pick<Database, 'query'>,
  wrapping: Pick<KeyWrapping, 'unwrap'>,
  opened: readonly ServerKey[],
): ServerKeys {
  const keys = new Map(opened.map((key) => [key.id, key]));
  let newest = opened.findLast((key) => !isLasting(key));
  const keep = (row: Row): ServerKey => {
    const key = unwrap(wrapping, row);
    keys.set(key.id, key);
    return key;
  };
  return {
    async find(id) {
      const known = keys.get(id);
      if (known !== undefined) return known;
      const [row] = await database.query('select id, secret from url_keys where id = $1', [id], 'url-key');
      return row && keep(row);
    },
    async current() {
      if (newest === undefined) {
        const [row] = await database.query(
          'select id, secret from url_keys where id <> $1 order by created_at desc, id desc limit 1',
          [LASTING_KEY],
          'newest-url-key',
        );
        if (row === undefined) throw new Error('There is no key to sign file links with');
        newest = keep(row);
      }
      return newest;
    },
  };
}

function unwrap(wrapping: Pick<KeyWrapping, 'unwrap'>, row: Row): ServerKey {
  const id = read.text(row, 'id');
  return { id, secret: wrapping.unwrap(placeOf(id), read.bytes(row, 'secret')).key };
}

/** The place that a key of this table is bound to. */
export function placeOf(id: string): string {
  return `sello url key\n${id}`;
}
