/**
 * CURP and RFC as they are stored: encrypted with AES-256-GCM for display, and as a keyed hash (HMAC-SHA-256) for
 * finding members. The master key is not in the database, so a dump reveals neither. A plain hash of a CURP could be
 * guessed.
 */

import { createHmac, hkdfSync } from 'node:crypto';
import type { MemberId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { makeUnsealer, openSealer } from '../../kernel/seal-secret.ts';
import { LASTING_KEY } from '../../kernel/server-keys.ts';
import type { Tools } from '../../operations/operation.ts';

export type IdentifierField = 'curp' | 'rfc';

type MacOf = (field: IdentifierField, value: string) => Uint8Array;

/**
 * Keyed hashes, bound to account, mode and field. The same CURP has two different hashes in two accounts, so a dump
 * does not show that they are the same person.
 */
export async function openMacs(
  { serverKeys }: Pick<Tools, 'serverKeys'>,
  { accountId, livemode }: Owner,
): Promise<MacOf> {
  const lasting = await serverKeys.find(LASTING_KEY);
  if (lasting === undefined) throw new Error('The key that finds members by their identifiers is gone');
  const key = new Uint8Array(hkdfSync('sha256', lasting.secret, '', 'sello member identifiers 1', 32));
  const mode = livemode ? 'live' : 'test';
  return (field, value) =>
    createHmac('sha256', key).update(`${accountId}\n${mode}\n${field}\n${value}`).digest();
}

type SealIdentifier = (memberId: MemberId, field: IdentifierField, value: string) => string;

/** Encryption bound to the member, so that an identifier that is copied to another row cannot be decrypted there. */
export async function openIdentifierSealer(
  tools: Pick<Tools, 'serverKeys' | 'randomBytes'>,
  owner: Owner,
): Promise<SealIdentifier> {
  const seal = await openSealer(tools);
  return (memberId, field, value) => seal(placeOf(owner, memberId, field), Buffer.from(value));
}

type OpenIdentifier = (memberId: MemberId, field: IdentifierField, sealed: string) => Promise<string>;

export function identifierOpener(tools: Pick<Tools, 'serverKeys'>, owner: Owner): OpenIdentifier {
  const unseal = makeUnsealer(tools);
  return async (memberId, field, sealed) =>
    (await unseal(placeOf(owner, memberId, field), sealed)).toString();
}

function placeOf({ accountId }: Owner, memberId: MemberId, field: IdentifierField): string {
  return `${accountId}\n${memberId}\n${field}`;
}
