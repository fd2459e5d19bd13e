/** Requests a change of the e-mail address, and finds the link that is mailed to it. */

import { expect } from 'vitest';
import { DASHBOARD, type Person } from './dashboard-person.ts';
import type { MailingSello } from './mailing-sello.ts';
import { randomNetwork } from './random-network.ts';
import type { ReceivedMail } from './smtp-server.ts';
import type { TestAnswer } from './test-sello.ts';

/** Asks for the change; returns the answer, and the mails that were sent for it. */
export async function askForAddress(
  world: MailingSello,
  { cookie, password }: Person,
  email: string,
  headers: Record<string, string> = {},
): Promise<{ answer: TestAnswer; mails: ReceivedMail[] }> {
  await world.sello.ports.aside.settled();
  const before = world.mails.length;
  const answer = await world.sello.call('POST', `${DASHBOARD}/email`, {
    from: randomNetwork(),
    headers: { cookie, ...headers },
    payload: { email, password },
  });
  await world.sello.ports.aside.settled();
  return { answer, mails: world.mails.slice(before) };
}

/** The token of the link to the new address. */
export async function mailedAddressToken(
  world: MailingSello,
  person: Person,
  email: string,
): Promise<string> {
  const { mails } = await askForAddress(world, person, email);
  const token = /\/confirm-address#token=([\w-]{43})\n/.exec(mails[0]?.text ?? '')?.[1];
  expect(token).toBeDefined();
  return token ?? '';
}
