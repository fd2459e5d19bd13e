/** Judges a badge: its signature, its issuer, its days and its status list. What cannot be looked at is never good. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { UnknownContext } from './contexts.ts';
import { parseEd25519Multikey, parseMultibase58 } from './multibase.ts';
import {
  type BadgeFacts,
  type Fields,
  fieldsOf,
  listOf,
  parseFields,
  type ReadBadge,
  readCredential,
} from './read-badge.ts';
import { type Canonize, signedBytes } from './signature.ts';
import { readStatus } from './status.ts';

export type BadgeTools = Pick<CryptoEngine, 'digest'> & {
  canonize: Canonize;
  verifyEd25519(publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array): boolean | Promise<boolean>;
  /** Rejects where it would become larger. */
  gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array>;
  /** A document of the issuer; undefined where it cannot, or may not, be asked. */
  get(url: string): Promise<unknown>;
  now(): Date;
};

export type BadgeCheckName =
  | 'badge.structure'
  | 'badge.issuer'
  | 'badge.signature'
  | 'badge.days'
  | 'badge.status';

export type BadgeReason =
  | 'well_formed'
  | 'malformed'
  | 'unknown_context'
  | 'key_found'
  | 'issuer_not_asked'
  | 'key_not_issuers'
  | 'signed'
  | 'forged'
  | 'no_key'
  | 'in_time'
  | 'not_yet'
  | 'expired'
  | 'not_revoked'
  | 'revoked'
  | 'no_status'
  | 'status_not_asked'
  | 'status_unusable';

export type BadgeCheck = { name: BadgeCheckName; outcome: 'pass' | 'fail' | 'skipped'; because: BadgeReason };

export type BadgeVerdict = {
  /** `unconfirmed`: nothing is wrong, and something could not be looked at. */
  verdict: 'valid' | 'unconfirmed' | 'invalid';
  checks: readonly BadgeCheck[];
  facts: BadgeFacts | undefined;
};

export async function verifyBadge(tools: BadgeTools, text: string): Promise<BadgeVerdict> {
  const badge = readCredential(parseFields(text));
  if (badge === undefined) return verdictOf([fail('badge.structure', 'malformed')], undefined);
  const key = await findKey(tools, badge);
  const signature = await checkSignature(tools, badge, key);
  const checks = [
    pass('badge.structure', 'well_formed'),
    issuerCheck(key),
    signature,
    daysCheck(badge.facts, tools.now()),
    // Whatever a forged badge says of its list is nobody's word.
    ...(signature.outcome === 'fail' ? [] : [await statusCheck(tools, badge)]),
  ];
  return verdictOf(checks, badge.facts);
}

function verdictOf(checks: readonly BadgeCheck[], facts: BadgeFacts | undefined): BadgeVerdict {
  const has = (outcome: BadgeCheck['outcome']) => checks.some((check) => check.outcome === outcome);
  return { verdict: has('fail') ? 'invalid' : has('skipped') ? 'unconfirmed' : 'valid', checks, facts };
}

/** `not_issuers`: the issuer was asked and does not know this key. */
type FoundKey = Uint8Array | 'not_asked' | 'not_issuers';

/** A key is the issuer's if its own document says so, for making claims. */
async function findKey({ get }: Pick<BadgeTools, 'get'>, { issuerId, keyId }: ReadBadge): Promise<FoundKey> {
  const address = didWebAddress(issuerId);
  if (address === undefined) return 'not_asked';
  if (!keyId.startsWith(`${issuerId}#`)) return 'not_issuers';
  const document = fieldsOf(await get(address));
  if (document === undefined) return 'not_asked';
  const method = listOf(document.verificationMethod)
    .map(fieldsOf)
    .find((one) => one?.id === keyId && one.controller === issuerId && one.type === 'Multikey');
  const mayAssert = document.id === issuerId && listOf(document.assertionMethod).includes(keyId);
  const key = parseEd25519Multikey(String(method?.publicKeyMultibase ?? ''));
  return mayAssert && key !== undefined ? key : 'not_issuers';
}

/** The https address of a `did:web`; undefined for every other kind of issuer. */
export function didWebAddress(did: string): string | undefined {
  const [, , host = '', ...path] = did.split(':');
  if (!/^did:web:[A-Za-z0-9.%-]+(:[A-Za-z0-9._~-]+)*$/.test(did)) return undefined;
  const folder = path.length === 0 ? '.well-known' : path.join('/');
  return `https://${host.replace(/%3A/i, ':')}/${folder}/did.json`;
}

function issuerCheck(key: FoundKey): BadgeCheck {
  if (key === 'not_asked') return { name: 'badge.issuer', outcome: 'skipped', because: 'issuer_not_asked' };
  return key === 'not_issuers' ? fail('badge.issuer', 'key_not_issuers') : pass('badge.issuer', 'key_found');
}

async function checkSignature(tools: BadgeTools, badge: ReadBadge, key: FoundKey): Promise<BadgeCheck> {
  if (typeof key === 'string') return { name: 'badge.signature', outcome: 'skipped', because: 'no_key' };
  try {
    const isSigned = await isSignedBy(tools, badge, key);
    return isSigned ? pass('badge.signature', 'signed') : fail('badge.signature', 'forged');
  } catch (error) {
    // Safe mode: a word without a meaning is signed by nobody.
    return fail(
      'badge.signature',
      error instanceof UnknownContext || isLoading(error) ? 'unknown_context' : 'forged',
    );
  }
}

/** JSON-LD libraries wrap what the loader rejected with. */
function isLoading(error: unknown): boolean {
  return (
    String(fieldsOf(error)?.name ?? '').includes('InvalidUrl') ||
    String(error).includes('loading remote context')
  );
}

async function isSignedBy(tools: BadgeTools, badge: ReadBadge, key: Uint8Array): Promise<boolean> {
  const signature = parseMultibase58(badge.proofValue);
  if (signature?.length !== 64) return false;
  return tools.verifyEd25519(
    key,
    signature,
    await signedBytes(tools, tools.canonize, badge.credential, badge.proof),
  );
}

function daysCheck({ validFrom, validUntil }: BadgeFacts, now: Date): BadgeCheck {
  const at = (time: string | undefined, other: number) => (time === undefined ? other : Date.parse(time));
  if (!(at(validFrom, 0) <= now.getTime())) return fail('badge.days', 'not_yet');
  return at(validUntil, Number.POSITIVE_INFINITY) >= now.getTime()
    ? pass('badge.days', 'in_time')
    : fail('badge.days', 'expired');
}

/** The list must be signed by the same issuer, and be the one that the badge names. */
async function statusCheck(tools: BadgeTools, badge: ReadBadge): Promise<BadgeCheck> {
  const name = 'badge.status';
  const entries = listOf(badge.credential.credentialStatus);
  if (entries.length === 0) return pass(name, 'no_status');
  const entry = fieldsOf(entries[0]);
  const isKnown = entries.length === 1 && entry?.type === 'BitstringStatusListEntry';
  const address = isKnown && entry.statusPurpose === 'revocation' ? entry.statusListCredential : undefined;
  if (typeof address !== 'string') return { name, outcome: 'skipped', because: 'status_unusable' };
  const list = fieldsOf(await tools.get(address));
  if (list === undefined) return { name, outcome: 'skipped', because: 'status_not_asked' };
  const isGenuine = list.id === address && (await isListOf(tools, badge, list));
  const bit = isGenuine ? await readStatus(tools, list, entry?.statusListIndex) : undefined;
  if (bit === undefined) return { name, outcome: 'skipped', because: 'status_unusable' };
  return bit ? fail(name, 'revoked') : pass(name, 'not_revoked');
}

async function isListOf(tools: BadgeTools, badge: ReadBadge, list: Fields): Promise<boolean> {
  const read = readCredential(list);
  if (read === undefined || read.issuerId !== badge.issuerId) return false;
  const key = await findKey(tools, read);
  return typeof key !== 'string' && (await checkSignature(tools, read, key)).outcome === 'pass';
}

function pass(name: BadgeCheckName, because: BadgeReason): BadgeCheck {
  return { name, outcome: 'pass', because };
}

function fail(name: BadgeCheckName, because: BadgeReason): BadgeCheck {
  return { name, outcome: 'fail', because };
}
