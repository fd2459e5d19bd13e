/**
 * A command of `sello` run to its end in this process, as `main.ts` runs it: what it prints and its exit status are the
 * program's. Starting a process takes longer than most commands; where the process itself is the subject, use
 * `child-sello.ts`.
 */

import { runCommandLine } from '../../server/src/command-line.ts';
import type { Environment } from '../../server/src/settings.ts';
import type { EndedSello } from './child-sello.ts';

/** Everything that an operator's command prints on standard error in a run without problems. */
export const ACTS_ON = /^Acts on: database .+, data folder .+\n$/;

export async function runInside(args: readonly string[], env: Environment): Promise<EndedSello> {
  const said = { out: '', error: '' };
  const status = await runCommandLine(args, {
    env,
    write: (text) => {
      said.out += text;
    },
    out: (line) => {
      said.out += `${line}\n`;
    },
    error: (line) => {
      said.error += `${line}\n`;
    },
    status: undefined,
  });
  return { status, ...said };
}
