/** Judges the answer of a passkey, once. */

import type { Clock } from '../../kernel/clock.ts';
import { type Holder, useChallenge } from './challenges.ts';
import { userHandleOf } from './passkey.ts';
import { challengeIn, type PasskeyAnswer } from './passkey-answer.ts';
import type { Passkey, PasskeyStore } from './ports.ts';
import type { RelyingParty } from './relying-party.ts';
import { verifyPasskeyAnswer } from './verify-answer.ts';

/** An answer, with its sender, its purpose, and our own host and origin. */
export type PresentedPasskey = {
  rp: RelyingParty;
  purpose: 'log_in' | 'prove';
  /** Undefined for a browser without the cookie that came with the challenge. */
  holder: Holder | undefined;
  answer: PasskeyAnswer;
};

/** The passkey that the answer names; nothing is proved yet. */
export function namedPasskey(
  { passkeys }: { passkeys: PasskeyStore },
  { answer }: PresentedPasskey,
): Promise<Passkey | undefined> {
  return passkeys.findByCredential(Buffer.from(answer.id, 'base64url'));
}

/** Whether this passkey gave this answer, to our challenge, on our pages. Uses the challenge up either way. */
export async function checkPasskey(
  ports: { passkeys: PasskeyStore; now: Clock },
  passkey: Passkey,
  { rp, purpose, holder, answer }: PresentedPasskey,
): Promise<boolean> {
  const challenge = challengeIn(answer);
  if (holder === undefined || challenge === undefined) return false;
  if (!(await useChallenge(ports, purpose, holder, challenge))) return false;
  if (!namesOwner(passkey, purpose, answer)) return false;
  const verified = await verifyPasskeyAnswer(rp, challenge, passkey, answer);
  return verified !== undefined && ports.passkeys.use(passkey.id, verified, ports.now());
}

/**
 * WebAuthn §7.2 step 6: if nobody has said before who is logging in, the authenticator must say whose passkey it is.
 */
function namesOwner(
  { personId }: Passkey,
  purpose: 'log_in' | 'prove',
  { response }: PasskeyAnswer,
): boolean {
  const handle = response.userHandle ?? undefined;
  return handle === undefined ? purpose === 'prove' : handle === userHandleOf(personId);
}
