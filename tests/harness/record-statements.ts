/**
 * While tests run, notes every statement that is sent to the database, a line of JSON for each, in a file of this process.
 * Loaded by Vitest only where `SELLO_RECORD_STATEMENTS` names a folder (`scripts/record-release.ts`).
 */

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

const folder = process.env.SELLO_RECORD_STATEMENTS;
const seen = new Set<string>();

if (folder !== undefined) {
  const file = path.join(folder, `${process.pid}.jsonl`);
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args;
    const text = typeof given === 'string' ? given : (given as { text?: unknown } | null)?.text;
    if (typeof text === 'string' && !seen.has(text)) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return Reflect.apply(send, this, args);
  } as typeof send;
}
