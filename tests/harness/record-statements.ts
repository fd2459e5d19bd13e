/**
 * Records every statement that tests send to the database, one line of JSON each, in a file per process.
 * Loaded by Vitest only where `SELLO_RECORD_STATEMENTS` names a folder (`scripts/record-release.ts`).
 */

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

const folder = process.env.SELLO_RECORD_STATEMENTS;
/** Vitest loads this file again for every test file of a process; the first instance records for all of them. */
const listening = Symbol.for('sello: statements are noted');
const client = pg.Client.prototype as pg.Client & { [listening]?: true };

if (folder !== undefined && client[listening] === undefined) {
  client[listening] = true;
  const file = path.join(folder, `${process.pid}.jsonl`);
  const seen = new Set<string>();
  const send = client.query;
  client.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args;
    const text = typeof given === 'string' ? given : (given as { text?: unknown } | null)?.text;
    if (typeof text === 'string' && !seen.has(text)) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return Reflect.apply(send, this, args);
  } as typeof send;
}
