/** One Sello for all files of a worker process that ask for it: opening one takes longer than most of them do. */

import { randomNetwork } from './random-network.ts';
import { openTestSello, type TestSello } from './test-sello.ts';

let shared: Promise<TestSello> | undefined;
let address: Promise<string> | undefined;

/**
 * For files that make their own account and use no other data. Each file uses its own network and starts without
 * counted attempts, so that none is refused because of another. `close` resets the clock, closes what else the file
 * opened and leaves the Sello running for the next file; database and files end with the run.
 */
export async function shareSello(): Promise<TestSello> {
  shared ??= openTestSello();
  const sello = await shared;
  sello.logLines.length = 0;
  await sello.database.query('delete from attempts', [], 'forget attempts');
  const network = randomNetwork();
  const siblings: TestSello[] = [];
  let advancedMs = 0;
  return {
    ...sello,
    call: (method, url, call) => sello.call(method, url, { from: network, ...call }),
    advance(ms) {
      advancedMs += ms;
      sello.advance(ms);
    },
    listen() {
      address ??= sello.listen();
      return address;
    },
    async another(env) {
      const sibling = await sello.another(env);
      siblings.push(sibling);
      return sibling;
    },
    isShared: true,
    stop: neverStopped,
    async close() {
      for (const sibling of siblings) await sibling.close();
      sello.advance(-advancedMs);
      advancedMs = 0;
    },
  };
}

async function neverStopped(): Promise<void> {
  throw new Error('This Sello is shared; open one with openTestSello() to stop it');
}
