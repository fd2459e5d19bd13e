/** Asks a verifier about every case. Only its exit status counts. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { verify } from '../verify/one-file.ts';
import { VERDICT_STATUS } from '../verify/verdict-status.ts';
import type { Case } from './read-cases.ts';

/** The exit status for these arguments; undefined if the program was killed. */
export type AskVerifier = (args: readonly string[]) => Promise<number | undefined>;

export type Tried = { case: Case; answer: string; isRight: boolean };

/** The answers are in the order of the cases. */
export async function tryVerifier(
  cases: readonly Case[],
  ask: AskVerifier,
  onProgress: (done: number) => void,
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    for (;;) {
      const at = next++;
      const each = cases[at];
      if (each === undefined) return;
      const answer = wordFor(await ask(each.args));
      tried[at] = { case: each, answer, isRight: answer === each.verdict };
      onProgress(++done / cases.length);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return tried;
}

function wordFor(status: number | undefined): string {
  const word = Object.entries(VERDICT_STATUS).find(([, known]) => known === status)?.[0];
  return word ?? (status === undefined ? 'nothing' : `exit status ${status}`);
}

/** `sello verify` itself, in this process. */
export const askOwn: AskVerifier = async (args) => (await verify(args)).status;

/** The time limit for one case. */
const PATIENCE_MS = 60_000;

/** A command: a program and its own arguments, which come before those of the case. It is run without a shell. */
export function askProgram(program: string, own: readonly string[]): AskVerifier {
  return async (args) => {
    const child = spawn(program, [...own, ...args], { stdio: 'ignore', timeout: PATIENCE_MS });
    const [status] = (await once(child, 'close')) as [number | null];
    return status ?? undefined;
  };
}
