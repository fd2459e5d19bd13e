/** Mailed codes: six digits, valid for ten minutes and five tries. */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import type { AccountId, MemberId } from '../../../kernel/ids.ts';
import { LASTING_KEY } from '../../../kernel/server-keys.ts';
import type { Tools } from '../../../operations/operation.ts';
import { tryCode, writeCode } from './pg-codes.ts';

const CODE_MS = 10 * 60_000;

/**
 * What a code proves: that somebody reads the mails of an address, to enter a member's own page or an organiser's desk,
 * or to set the address as a member's new one. Each browser and each session that asks gets a code of its own. Guesses
 * made elsewhere therefore neither find that code nor use up its tries.
 */
export type CodeSubject =
  | { address: string; browser: string }
  | { organizerAddress: string; browser: string }
  | { newAddressOf: MemberId; session: Uint8Array };

type MakeTools = Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'>;

/** Makes a code and stores only its hash. The digits are only in the mail. */
export async function makeCode(
  tools: MakeTools,
  accountId: AccountId,
  subject: CodeSubject,
  email?: string,
): Promise<string> {
  const macOf = await openEntranceMacs(tools, accountId);
  const code = drawDigits(tools);
  await writeCode(tools, {
    accountId,
    subject: subjectMac(macOf, subject),
    codeMac: codeMac(macOf, subject, code),
    expiresAt: new Date(tools.now().getTime() + CODE_MS),
    ...('newAddressOf' in subject && { memberId: subject.newAddressOf }),
    ...(email !== undefined && { email }),
  });
  return code;
}

type RightCode = { subject: Uint8Array; codeMac: Uint8Array; email: string | undefined };

/** `none`: there is no code for this subject, or all of its tries are used up. */
export async function checkCode(
  tools: Pick<Tools, 'query' | 'now' | 'serverKeys'>,
  accountId: AccountId,
  of: CodeSubject,
  given: string,
): Promise<RightCode | 'wrong' | 'none'> {
  const macOf = await openEntranceMacs(tools, accountId);
  const subject = subjectMac(macOf, of);
  const mac = codeMac(macOf, of, given.replaceAll(/\s/g, ''));
  const kept = await tryCode(tools, accountId, subject, tools.now());
  if (kept === undefined) return 'none';
  return timingSafeEqual(kept.codeMac, mac) ? { subject, codeMac: mac, email: kept.email } : 'wrong';
}

/** The same error for a wrong, used or expired code, and for an unknown address. */
export function wrongCode(): AppError {
  return new AppError('invalid_token', {
    en: 'The code is not right, or no longer works. It works in the browser in which you asked for it; after five tries or ten minutes ask for another.',
    es: 'El código no es correcto o ya no sirve. Sirve en el navegador en el que lo pidió; después de cinco intentos o diez minutos pida otro.',
  });
}

type MacOf = (...parts: readonly string[]) => Uint8Array;

/** Makes keyed hashes of codes and of what they prove. From a plain hash, six digits could be guessed at once. */
async function openEntranceMacs(
  { serverKeys }: Pick<Tools, 'serverKeys'>,
  accountId: AccountId,
): Promise<MacOf> {
  const lasting = await serverKeys.find(LASTING_KEY);
  if (lasting === undefined) throw new Error('The key that hashes codes of members is gone');
  const key = new Uint8Array(hkdfSync('sha256', lasting.secret, '', 'sello member codes 1', 32));
  return (...parts) =>
    createHmac('sha256', key)
      .update([accountId, ...parts].join('\n'))
      .digest();
}

function subjectMac(macOf: MacOf, subject: CodeSubject): Uint8Array {
  return macOf(...partsOf(subject));
}

/** The hash of a code, bound to what the code proves, so that a code copied to another row opens nothing there. */
function codeMac(macOf: MacOf, subject: CodeSubject, code: string): Uint8Array {
  return macOf('code', ...partsOf(subject), code);
}

function partsOf(subject: CodeSubject): string[] {
  if ('address' in subject) return ['address', subject.address, subject.browser];
  if ('organizerAddress' in subject) return ['organizer', subject.organizerAddress, subject.browser];
  return ['new', subject.newAddressOf, Buffer.from(subject.session).toString('hex')];
}

/**
 * Draws one of a million equally likely codes. 2³² is not a multiple of a million, so numbers above the largest
 * multiple are drawn again.
 */
function drawDigits({ randomBytes }: Pick<Tools, 'randomBytes'>): string {
  for (;;) {
    const drawn = Buffer.from(randomBytes(4)).readUInt32BE();
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, '0');
  }
}
