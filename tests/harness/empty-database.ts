/** A database with nothing in it, on the server of the run. */

import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../../server/src/database/address.ts';
import { FOR_COMMANDS } from '../../server/src/database/connections/patience.ts';
import { connect } from '../../server/src/database/pool.ts';

export type EmptyDatabase = { address: DatabaseAddress; url: string; drop(): Promise<void> };

export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const server = inject('postgres');
  const name = `empty_${randomBytes(8).toString('hex')}`;
  const admin = connect(server, 1, 0, FOR_COMMANDS);
  await admin.query(`create database ${name} template template0`);
  return {
    address: { ...server, database: name },
    url: `postgres://${server.user}@localhost:${server.port}/${name}?host=${encodeURIComponent(server.host)}`,
    async drop() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}
