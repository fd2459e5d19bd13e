import { logKeyCommand } from '../../server/src/cli/log-key.ts';
import type { TestSello } from './test-sello.ts';

/** `sello log-key …` in this process, on the database of a Sello that runs; returns what it prints. */
export async function runLogKey({ database, dataDir }: TestSello, ...args: string[]): Promise<string> {
  const said: string[] = [];
  await logKeyCommand(args, {
    env: { DATABASE_URL: database.url, SELLO_DATA_DIR: dataDir },
    write: (text) => said.push(text),
    out: (line) => said.push(line),
    error: () => {},
    status: undefined,
  });
  return said.join('\n');
}
