/** One Sello for all files of a worker process that ask for it: opening one takes longer than most of them do. */

import { openTestSello, type TestSello } from './test-sello.ts';

let shared: Promise<TestSello> | undefined;
let advancedMs = 0;

/**
 * For files that make an account of their own and look at nothing else. `close` puts the clock back and leaves it
 * running for the next file; database and files end with the run.
 */
export async function shareSello(): Promise<TestSello> {
  shared ??= openTestSello();
  const sello = await shared;
  sello.logLines.length = 0;
  return {
    ...sello,
    advance(ms) {
      advancedMs += ms;
      sello.advance(ms);
    },
    stop: neverStopped,
    async close() {
      sello.advance(-advancedMs);
      advancedMs = 0;
    },
  };
}

async function neverStopped(): Promise<void> {
  throw new Error('This Sello is shared; open one with openTestSello() to stop it');
}
