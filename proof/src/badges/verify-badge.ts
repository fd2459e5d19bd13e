/**
 * Judges a badge: signature, issuer, dates and status list. Also judges a record with all its badges. Anything that
 * cannot be checked completely is never `valid`.
 */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { isPlainEd25519 } from '../crypto/ed25519-encoding.ts';
import { encodeUtf8, parseBase64Url } from '../encoding/bytes.ts';
import { UnknownContext } from './contexts.ts';
import { parseEd25519Multikey, parseMultibase58 } from './multibase.ts';
import {
  type BadgeFacts,
  type Fields,
  fieldsOf,
  type GivenBadge,
  givenBadge,
  listOf,
  type NamedKey,
  parseBadge,
  partsOf,
  type ReadBadge,
  readBadge,
} from './read-badge.ts';
import { type Canonize, signedBytes } from './signature.ts';
import { UnusableStatements } from './statements.ts';
import { readStatus, STATUS } from './status.ts';

export type BadgeTools = Pick<CryptoEngine, 'digest'> & {
  canonize: Canonize;
  verifyEd25519(publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array): boolean | Promise<boolean>;
  /** Rejects if the result would be larger than `maxBytes`. */
  gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array>;
  /** Fetches a document of the issuer; undefined if that fails or is not allowed. */
  get(url: string): Promise<unknown>;
  now(): Date;
};

export type BadgeCheckName =
  | 'badge.structure'
  | 'badge.issuer'
  | 'badge.signature'
  | 'badge.days'
  | 'badge.status'
  | 'badge.parts';

export type BadgeReason =
  | 'well_formed'
  | 'malformed'
  | 'claims_differ'
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
  | 'status_unusable'
  | 'parts_valid'
  | 'part_invalid'
  | 'part_unconfirmed';

export type BadgeCheck = { name: BadgeCheckName; outcome: 'pass' | 'fail' | 'skipped'; because: BadgeReason };

export type BadgeVerdict = {
  /** `unconfirmed`: no check failed, but something could not be checked. */
  verdict: 'valid' | 'unconfirmed' | 'invalid';
  checks: readonly BadgeCheck[];
  facts: BadgeFacts | undefined;
};

export async function verifyBadge(tools: BadgeTools, text: string): Promise<BadgeVerdict> {
  const given = parseBadge(text);
  if (given === undefined) return verdictOf([fail('badge.structure', 'malformed')], undefined);
  return judge(onceEach(tools), given);
}

/** Data that the badges of a record share is fetched and read only once. */
type Asking = BadgeTools & { lists: Map<string, Promise<ReadBadge | undefined>> };

function onceEach(tools: BadgeTools): Asking {
  const answers = new Map<string, Promise<unknown>>();
  const get = (url: string) => {
    const answer = answers.get(url) ?? tools.get(url);
    answers.set(url, answer);
    return answer;
  };
  return { ...tools, get, lists: new Map() };
}

async function judge(tools: Asking, given: GivenBadge): Promise<BadgeVerdict> {
  const badge = await readBadge(tools.canonize, given).catch(reasonOf);
  if (typeof badge === 'string') return verdictOf(await unreadChecks(tools, given, badge), undefined);
  const isRecord = badge?.facts.kind === 'record';
  if (badge === undefined || !(isRecord || badge.statements.is(badge.node, OPEN_BADGE)))
    return verdictOf([fail('badge.structure', 'malformed')], undefined);
  if (!badge.claimsAgree) return verdictOf([fail('badge.structure', 'claims_differ')], undefined);
  const key = await findKey(tools, badge);
  const signature = await checkSignature(tools, badge, key);
  const checks = [
    pass('badge.structure', 'well_formed'),
    issuerCheck(key),
    signature,
    daysCheck(badge, tools.now()),
    // A forged badge's reference to a list means nothing.
    ...(signature.outcome === 'fail' ? [] : await standingChecks(tools, badge, given)),
  ];
  return verdictOf(checks, badge.facts);
}

/** A record shows the state of one day and cannot be revoked; the badges in it can be. */
async function standingChecks(tools: Asking, badge: ReadBadge, given: GivenBadge): Promise<BadgeCheck[]> {
  if (badge.facts.kind === 'badge') return [await statusCheck(tools, badge)];
  const hasStatus = badge.statements.all(badge.node, CREDENTIAL_STATUS).length > 0;
  const parts = await partsCheck(tools, badge, given);
  return hasStatus ? [await statusCheck(tools, badge), parts] : [parts];
}

/**
 * Judges every badge in a record separately. The badges are taken from the JSON, so they must be exactly those in the
 * signed statements.
 */
async function partsCheck(
  tools: Asking,
  { facts: { parts } }: ReadBadge,
  { credential }: GivenBadge,
): Promise<BadgeCheck> {
  const verdicts: BadgeVerdict[] = [];
  for (const part of partsOf(credential)) {
    const given = givenBadge(part);
    if (given === undefined) return fail('badge.parts', 'part_invalid');
    verdicts.push(await judge(tools, given));
  }
  const judged = new Set(verdicts.map(({ facts }) => facts?.id));
  const isWhole = parts.length > 0 && judged.size === parts.length && parts.every((id) => judged.has(id));
  if (verdicts.some(({ verdict }) => verdict === 'invalid')) return fail('badge.parts', 'part_invalid');
  if (verdicts.some(({ verdict }) => verdict === 'unconfirmed'))
    return { name: 'badge.parts', outcome: 'skipped', because: 'part_unconfirmed' };
  return isWhole ? pass('badge.parts', 'parts_valid') : fail('badge.parts', 'part_invalid');
}

const OPEN_BADGE = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#OpenBadgeCredential';
const CREDENTIAL_STATUS = 'https://www.w3.org/2018/credentials#credentialStatus';

/**
 * In safe mode, canonicalization throws for a term without a definition, because the signature would not cover that
 * term.
 */
function reasonOf(error: unknown): 'unknown_context' | 'forged' {
  return error instanceof UnknownContext || isLoading(error) ? 'unknown_context' : 'forged';
}

/**
 * The checks of a badge whose signed content cannot be read, so none of it is shown. If the issuer's document lists the
 * key, the signature fails; otherwise it was not checked.
 */
async function unreadChecks(
  tools: BadgeTools,
  given: GivenBadge,
  because: BadgeReason,
): Promise<BadgeCheck[]> {
  const key = await findKey(tools, given);
  const isAsked = typeof key !== 'string';
  return [
    pass('badge.structure', 'well_formed'),
    issuerCheck(key),
    isAsked
      ? fail('badge.signature', because)
      : { name: 'badge.signature', outcome: 'skipped', because: 'no_key' },
  ];
}

function verdictOf(checks: readonly BadgeCheck[], facts: BadgeFacts | undefined): BadgeVerdict {
  const has = (outcome: BadgeCheck['outcome']) => checks.some((check) => check.outcome === outcome);
  return { verdict: has('fail') ? 'invalid' : has('skipped') ? 'unconfirmed' : 'valid', checks, facts };
}

/** `not_issuers`: the issuer was asked and does not know this key. */
type FoundKey = Uint8Array | 'not_asked' | 'not_issuers';

/**
 * A key counts as the issuer's only if the issuer's own document lists it for making claims (`assertionMethod`), in the
 * form for this kind of signature.
 */
async function findKey(
  { get }: Pick<BadgeTools, 'get'>,
  { issuerId, keyId, secured }: NamedKey & Pick<GivenBadge | ReadBadge, 'secured'>,
): Promise<FoundKey> {
  const address = didWebAddress(issuerId);
  if (address === undefined) return 'not_asked';
  if (!keyId.startsWith(`${issuerId}#`)) return 'not_issuers';
  const document = fieldsOf(await get(address));
  if (document === undefined) return 'not_asked';
  const method = listOf(document.verificationMethod)
    .map(fieldsOf)
    .find((one) => one?.id === keyId && one.controller === issuerId);
  const mayAssert = document.id === issuerId && listOf(document.assertionMethod).includes(keyId);
  const key = 'proofValue' in secured ? multikeyOf(method) : jsonWebKeyOf(method);
  return mayAssert && key !== undefined ? key : 'not_issuers';
}

function multikeyOf(method: Fields | undefined): Uint8Array | undefined {
  return method?.type === 'Multikey' ? parseEd25519Multikey(String(method.publicKeyMultibase)) : undefined;
}

/** RFC 8037 §2. */
function jsonWebKeyOf(method: Fields | undefined): Uint8Array | undefined {
  const jwk = method?.type === 'JsonWebKey' ? fieldsOf(method.publicKeyJwk) : undefined;
  const key = jwk?.kty === 'OKP' && jwk.crv === 'Ed25519' ? parseBase64Url(String(jwk.x)) : undefined;
  return key?.length === 32 ? key : undefined;
}

/** The https address of a `did:web`; undefined for every other kind of issuer. */
function didWebAddress(did: string): string | undefined {
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
  const isSigned = await isSignedBy(tools, badge, key);
  return isSigned ? pass('badge.signature', 'signed') : fail('badge.signature', 'forged');
}

/** JSON-LD libraries wrap the loader's error. */
function isLoading(error: unknown): boolean {
  return (
    String(fieldsOf(error)?.name ?? '').includes('InvalidUrl') ||
    String(error).includes('loading remote context')
  );
}

async function isSignedBy(tools: BadgeTools, { secured }: ReadBadge, key: Uint8Array): Promise<boolean> {
  const signature = 'proofValue' in secured ? parseMultibase58(secured.proofValue) : secured.signature;
  if (signature === undefined || !isPlainEd25519(key, signature)) return false;
  const signed =
    'proofValue' in secured ? await signedBytes(tools, secured.texts) : encodeUtf8(secured.signingInput);
  return tools.verifyEd25519(key, signature, signed);
}

function daysCheck({ facts: { validFrom, validUntil }, proofUntil }: ReadBadge, now: Date): BadgeCheck {
  if (validFrom !== undefined && !(Date.parse(validFrom) <= now.getTime()))
    return fail('badge.days', 'not_yet');
  const ends = [validUntil, proofUntil].filter((end) => end !== undefined);
  return ends.every((end) => Date.parse(end) >= now.getTime())
    ? pass('badge.days', 'in_time')
    : fail('badge.days', 'expired');
}

/** The list must be signed by the same issuer, and be the one that the badge names. */
async function statusCheck(tools: Asking, badge: ReadBadge): Promise<BadgeCheck> {
  const name = 'badge.status';
  const { statements, node } = badge;
  const entries = statements.all(node, CREDENTIAL_STATUS);
  // Every badge of this service names a status list: without one it could not be revoked.
  if (entries.length === 0) return { name, outcome: 'skipped', because: 'no_status' };
  try {
    const { address, index } = entryOf(badge, entries);
    const list = address === undefined ? undefined : fieldsOf(await tools.get(address));
    if (address === undefined) return { name, outcome: 'skipped', because: 'status_unusable' };
    if (list === undefined) return { name, outcome: 'skipped', because: 'status_not_asked' };
    const reading = tools.lists.get(`${badge.issuerId} ${address}`) ?? readList(tools, badge, list, address);
    tools.lists.set(`${badge.issuerId} ${address}`, reading);
    const genuine = await reading;
    const bit = genuine && (await readStatus(tools, genuine, index));
    if (bit !== undefined) return bit ? fail(name, 'revoked') : pass(name, 'not_revoked');
  } catch (error) {
    if (!(error instanceof UnusableStatements)) throw error;
  }
  return { name, outcome: 'skipped', because: 'status_unusable' };
}

/** The position of the badge's bit according to its one status entry; no address if the entry is unusable. */
function entryOf({ statements }: ReadBadge, [entry = '', ...others]: readonly string[]) {
  const isKnown =
    others.length === 0 &&
    statements.is(entry, `${STATUS}BitstringStatusListEntry`) &&
    statements.one(entry, `${STATUS}statusPurpose`) === 'revocation';
  return {
    address: isKnown ? statements.one(entry, `${STATUS}statusListCredential`) : undefined,
    index: statements.one(entry, `${STATUS}statusListIndex`),
  };
}

/** Undefined unless the issuer of the badge signed this document as the list at this address. */
async function readList(
  tools: BadgeTools,
  { issuerId }: ReadBadge,
  list: Fields,
  address: string,
): Promise<ReadBadge | undefined> {
  const given = givenBadge(list);
  const read = given && (await readBadge(tools.canonize, given).catch(() => undefined));
  if (read?.issuerId !== issuerId || read.node !== address) return undefined;
  const signature = await checkSignature(tools, read, await findKey(tools, read));
  return signature.outcome === 'pass' ? read : undefined;
}

function pass(name: BadgeCheckName, because: BadgeReason): BadgeCheck {
  return { name, outcome: 'pass', because };
}

function fail(name: BadgeCheckName, because: BadgeReason): BadgeCheck {
  return { name, outcome: 'fail', because };
}
