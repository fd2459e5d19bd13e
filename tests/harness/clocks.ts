/** Councils in test mode, and test clocks that are moved to a day. */

import { moveClocks } from '../../server/src/memberships/clocks/move-clocks.ts';
import { type Council, openCouncil } from './memberships.ts';
import type { TestSello } from './test-sello.ts';

/** A council in a new account, with a test key. */
export async function openTestCouncil(sello: TestSello): Promise<Council> {
  const { key } = await sello.newAccount({ key: { mode: 'test' } });
  return openCouncil(sello, key);
}

export async function newClock({ must }: Council, day = '2028-01-01'): Promise<string> {
  return (await must('POST', '/clocks', { day })).clock.id;
}

/** Gives the clock a target day and moves it there, as the background work does. */
export async function takeTo({ must, sello }: Council, clockId: string, day: string): Promise<void> {
  await must('POST', `/clocks/${clockId}/advance`, { day });
  await moveAll(sello);
}

export async function moveAll({ ports }: TestSello): Promise<void> {
  while ((await moveClocks({ records: ports.records, now: ports.now }, () => false)) > 0);
}
