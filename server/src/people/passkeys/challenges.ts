/** Challenges: 32 random bytes, valid once, for five minutes, for one holder and one purpose. */

import type { Clock } from '../../kernel/clock.ts';
import type { SessionId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { ChallengePurpose, PasskeyStore } from './ports.ts';

export const CHALLENGE_MS = 5 * 60_000;

/** Who may answer: a session or, if nobody is logged in, a browser with its cookie. */
export type Holder = { session: SessionId } | { browser: string };

/** Makes a challenge in base64url, the form that browsers expect and write into the signed data. */
export async function makeChallenge(
  ports: { passkeys: PasskeyStore; now: Clock; randomBytes: RandomBytes },
  purpose: ChallengePurpose,
  holder: Holder,
): Promise<string> {
  const challenge = Buffer.from(ports.randomBytes(32)).toString('base64url');
  const expiresAt = new Date(ports.now().getTime() + CHALLENGE_MS);
  await ports.passkeys.addChallenge(rowOf(purpose, holder, challenge), expiresAt);
  return challenge;
}

/** Whether the challenge is ours and still valid. The challenge is then used up. */
export function useChallenge(
  ports: { passkeys: PasskeyStore; now: Clock },
  purpose: ChallengePurpose,
  holder: Holder,
  challenge: string,
): Promise<boolean> {
  return ports.passkeys.useChallenge(rowOf(purpose, holder, challenge), ports.now());
}

function rowOf(purpose: ChallengePurpose, holder: Holder, challenge: string) {
  const name = 'session' in holder ? `session\n${holder.session}` : `browser\n${holder.browser}`;
  return { purpose, holder: sha256(name), hash: sha256(challenge) };
}
