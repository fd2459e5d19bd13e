/** A link to a member's own page, for a registrar to give to the member: valid once, for seven days. */

import { sha256 } from '../../../kernel/sha256.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { invalidTransition, refuse } from '../../../operations/refusal.ts';
import { findMemberToChange } from '../../members/find-member.ts';
import { note } from '../../note-change.ts';
import { writeLink } from './pg-sessions.ts';

const LINK_MS = 7 * 24 * 3_600_000;

export async function makeLink(
  tools: Pick<Tools, 'query' | 'now' | 'randomBytes'>,
  who: Who,
  id: string,
  baseUrl: string,
): Promise<{ url: string; expires_at: string }> {
  const member = await findMemberToChange(tools, who, id);
  if (member.status === 'deceased') refuse(nobodyToEnter(member.id));
  const token = Buffer.from(tools.randomBytes(32)).toString('base64url');
  const expiresAt = new Date(tools.now().getTime() + LINK_MS);
  await writeLink(tools, who.accountId, member.id, sha256(token), expiresAt, who.by.id);
  await note(tools, who, 'member.access_link', member.id, { expires_at: expiresAt.toISOString() });
  // Browsers do not send what follows the #, so no proxy logs the token.
  return { url: `${baseUrl}/my/${who.accountId}#link=${token}`, expires_at: expiresAt.toISOString() };
}

function nobodyToEnter(id: string) {
  return invalidTransition(id, 'deceased', 'active', {
    en: 'If that was recorded by mistake, reactivate the member first.',
    es: 'Si se registró por error, reactive primero al miembro.',
  });
}
