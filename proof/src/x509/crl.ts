/**
 * Certificate revocation lists (RFC 5280 §5): only complete ones, signed by the issuer of the certificates
 * they cover. Lists can be megabytes long, so entries are walked once, in place, without building a tree.
 */
import { type AlgorithmIdentifier, readAlgorithmIdentifier } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { readAsn1Time } from '../encoding/asn1-time.ts';
import { equalBytes } from '../encoding/bytes.ts';
import {
  assertTag,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  peekElement,
  readBitString,
  readBoolean,
  readDer,
  readExplicit,
  readIntegerBytes,
  readSmallInteger,
  TAG,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { ProofError } from '../proof-error.ts';
import { type Revocation, type RevocationReason, readRevocationReason } from './revocation-reason.ts';
import { readPointName, readRevocationSources } from './revocation-sources.ts';
import { assertSignedBy } from './signed-by.ts';
import { type Extension, indexExtensions, KEY_USAGE, type SigningCertificate } from './x509.ts';
import { type DistinguishedName, readName } from './x509-name.ts';

export type RevocationList = {
  der: Uint8Array;
  /** The signed part. */
  tbs: Uint8Array;
  issuer: DistinguishedName;
  thisUpdate: Date;
  nextUpdate: Date | undefined;
  scope: CrlScope;
  signatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
  /** Offsets in `der` of the entries of each serial number. Keys are encoded INTEGERs, one character per octet. */
  entries: ReadonlyMap<string, readonly number[] | number>;
};

/** The limits that the issuingDistributionPoint sets for a list (RFC 5280 §5.2.5). */
type CrlScope = {
  /** Encoded names, one of which the certificate must point to; undefined if the list is not split. */
  names: readonly Uint8Array[] | undefined;
  holders: 'all' | 'users' | 'authorities';
};

export type CrlOptions = { maxBytes?: number };

const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;
const MAX_SERIAL_BYTES = 64;

/** Throws a `ProofError` unless the issuer signed the list and every part of it is understood. */
export async function verifyCrl(
  engine: CryptoEngine,
  der: Uint8Array,
  issuer: SigningCertificate,
  options: CrlOptions = {},
): Promise<RevocationList> {
  const list = decodeCrl(der, options);
  if (!equalBytes(list.issuer.der, issuer.subject.der)) {
    throw unusable(`it is a list of ${list.issuer.text}, not of ${issuer.subject.text}`);
  }
  // RFC 5280 §4.2.1.3: if key usages are listed, cRLSign must be among them.
  if (issuer.keyUsage !== undefined && !issuer.keyUsage.has(KEY_USAGE.crlSign)) {
    throw unusable(`${issuer.subject.text} may not sign revocation lists`);
  }
  await assertSignedBy(engine, list, issuer);
  return list;
}

/** Why the list does not cover this certificate, or undefined (RFC 5280 §6.3.3 b). */
export function scopeProblem(
  { issuer, scope }: RevocationList,
  certificate: SigningCertificate,
): string | undefined {
  if (!equalBytes(issuer.der, certificate.issuer.der)) return 'the list is of another issuer';
  const isAuthority = certificate.basicConstraints?.isAuthority === true;
  if (scope.holders !== 'all' && (scope.holders === 'authorities') !== isAuthority) {
    return `the list covers ${scope.holders} alone`;
  }
  if (scope.names === undefined) return undefined;
  // An issuer may split its list into parts. A genuine and fresh list of the wrong part would clear a revoked
  // certificate.
  const wanted = readRevocationSources(certificate).crlNames;
  const isNamed = scope.names.some((name) => wanted.some((other) => equalBytes(name, other)));
  return isNamed ? undefined : 'the certificate does not point to this part of the list';
}

/** All entries for this certificate: an issuer may put it on hold first and revoke it later. */
export function findRevocations(list: RevocationList, certificate: SigningCertificate): Revocation[] {
  const found = list.entries.get(entryKey(certificate.serialDer));
  if (found === undefined) return [];
  const offsets = typeof found === 'number' ? [found] : found;
  return offsets.map((offset) => {
    const fields = new DerFields(unfold(peekElement(list.der, offset, list.der.length)));
    fields.takeAny();
    const { at } = readAsn1Time(fields.takeAny());
    const extensions = fields.takeOptional(TAG.sequence);
    if (extensions === undefined) return { at, reason: undefined };
    return { at, reason: readEntryExtensions(extensions), ...readInvalidity(extensions) };
  });
}

/** Reads the list and every entry in it. Does not verify the signature. */
export function decodeCrl(
  der: Uint8Array,
  { maxBytes = DEFAULT_MAX_BYTES }: CrlOptions = {},
): RevocationList {
  if (der.length > maxBytes) {
    throw new ProofError('der_too_large', `${der.length} bytes; at most ${maxBytes} are read`);
  }
  const source = new Uint8Array(der.buffer, der.byteOffset, der.length);
  const whole = peekElement(source, 0, source.length);
  if (whole.end !== source.length) throw new ProofError('der_trailing_bytes', 'bytes follow the list');
  const certificateList = new Unread(whole);
  const tbs = certificateList.take(TAG.sequence);
  const outerAlgorithm = certificateList.take(TAG.sequence);
  const { unusedBits, bytes: signature } = readBitString(certificateList.take(TAG.bitString));
  certificateList.end();

  const fields = new Unread(tbs);
  const isV2 = readVersion(fields.takeOptional(TAG.integer));
  // RFC 5280 §5.1.1.2: the unsigned copy must equal the signed one, or the algorithm could be swapped.
  if (!equalBytes(encodingOf(fields.take(TAG.sequence)), encodingOf(outerAlgorithm)) || unusedBits !== 0) {
    throw unusable('its two signature algorithms differ');
  }
  const issuer = readName(unfold(fields.take(TAG.sequence)));
  const thisUpdate = readAsn1Time(fields.takeAny()).at;
  const next = fields.takeOptional(TAG.utcTime) ?? fields.takeOptional(TAG.generalizedTime);
  const nextUpdate = next && readAsn1Time(next).at;
  const revoked = fields.takeOptional(TAG.sequence);
  const extensions = fields.takeOptional(contextTag(0, 'constructed'));
  fields.end();
  if (extensions !== undefined && !isV2) throw unusable('a list of version 1 has no extensions');
  if (nextUpdate !== undefined && nextUpdate < thisUpdate)
    throw unusable('its nextUpdate is before its thisUpdate');
  return {
    der: source,
    tbs: encodingOf(tbs),
    issuer,
    thisUpdate,
    nextUpdate,
    scope: readScope(extensions),
    signatureAlgorithm: readAlgorithmIdentifier(unfold(outerAlgorithm)),
    signature,
    entries: revoked === undefined ? new Map() : indexEntries(revoked, isV2),
  };
}

/** Takes the members of a structure in turn without reading their content. */
class Unread {
  readonly #parent: DerElement;
  #next: number;

  constructor(parent: DerElement, tag: number = TAG.sequence) {
    assertTag(parent, tag);
    this.#parent = parent;
    this.#next = parent.contentStart;
  }

  takeAny(): DerElement {
    const field = peekElement(this.#parent.source, this.#next, this.#parent.end);
    this.#next = field.end;
    return field;
  }

  take(tag: number): DerElement {
    const field = this.takeAny();
    assertTag(field, tag);
    return field;
  }

  takeOptional(tag: number): DerElement | undefined {
    const isNext = this.hasMore() && this.#parent.source[this.#next] === tag;
    return isNext ? this.takeAny() : undefined;
  }

  hasMore(): boolean {
    return this.#next < this.#parent.end;
  }

  end(): void {
    if (this.hasMore()) throw new ProofError('der_value', `unexpected field at offset ${this.#next}`);
  }
}

function unfold(element: DerElement): DerElement {
  return readDer(encodingOf(element));
}

/** RFC 5280 §5.1.2.1: absent in version 1; in version 2 the value is 1. */
function readVersion(field: DerElement | undefined): boolean {
  if (field === undefined) return false;
  const version = readSmallInteger(field);
  if (version !== 1) throw unusable(`it has the unknown version ${version}`);
  return true;
}

function indexEntries(list: DerElement, isV2: boolean): Map<string, number[] | number> {
  const entries = new Map<string, number[] | number>();
  const understood = new Set<string>();
  const members = new Unread(list);
  while (members.hasMore()) {
    const entry = members.take(TAG.sequence);
    const fields = new Unread(entry);
    const serial = fields.take(TAG.integer);
    if (readIntegerBytes(serial).length > MAX_SERIAL_BYTES) throw unusable('a serial number is too long');
    assertTimeShape(fields.takeAny());
    const extensions = fields.takeOptional(TAG.sequence);
    fields.end();
    if (extensions !== undefined) assertUnderstood(extensions, isV2, understood);
    const key = entryKey(encodingOf(serial));
    const known = entries.get(key);
    entries.set(key, known === undefined ? entry.start : [known, entry.start].flat());
  }
  return entries;
}

/**
 * Checks only the shape of the date, which is enough for entries of other certificates. `findRevocations` reads the
 * date in full.
 */
function assertTimeShape({ tag, contentStart, end }: DerElement): void {
  const wanted = tag === TAG.utcTime ? 13 : tag === TAG.generalizedTime ? 15 : undefined;
  if (end - contentStart !== wanted) throw unusable('an entry has no date');
}

/**
 * RFC 5280 §5.3: a critical extension that is not understood makes the whole list unusable, on whichever entry it is.
 * Most entries share a handful of encodings, so each encoding is read only once.
 */
function assertUnderstood(extensions: DerElement, isV2: boolean, understood: Set<string>): void {
  if (!isV2) throw unusable('an entry in a list of version 1 has no extensions');
  const encoding = encodingOf(extensions);
  const key = encoding.length <= 32 ? entryKey(encoding) : '';
  if (understood.has(key)) return;
  readEntryExtensions(unfold(extensions));
  if (key !== '' && understood.size < 256) understood.add(key);
}

/**
 * The extension certificateIssuer is missing on purpose: it is critical and makes a list indirect, which is not
 * supported.
 */
const ENTRY_EXTENSIONS: ReadonlySet<string> = new Set([OID.reasonCode, OID.invalidityDate]);

function readEntryExtensions(element: DerElement): RevocationReason | undefined {
  const extensions = indexExtensions(element);
  assertNoneUnknown(extensions, ENTRY_EXTENSIONS);
  const reason = extensions.get(OID.reasonCode);
  return reason && readRevocationReason(readDer(reason.value));
}

/** The time from which the key may have been in other hands, possibly before the revocation (RFC 5280 §5.3.2). */
function readInvalidity(element: DerElement): Pick<Revocation, 'invalidFrom'> {
  const invalidity = indexExtensions(element).get(OID.invalidityDate);
  return invalidity === undefined ? {} : { invalidFrom: readAsn1Time(readDer(invalidity.value)).at };
}

/** authorityKeyIdentifier can be ignored, because the signature is verified with the key from the chain. */
const LIST_EXTENSIONS: ReadonlySet<string> = new Set([
  OID.authorityKeyId,
  OID.crlNumber,
  OID.issuingDistributionPoint,
]);

function readScope(field: DerElement | undefined): CrlScope {
  const extensions = field && indexExtensions(readExplicit(unfold(field)));
  if (extensions?.has(OID.deltaCrlIndicator)) throw unusable('it is a delta list');
  if (extensions !== undefined) assertNoneUnknown(extensions, LIST_EXTENSIONS);
  const point = extensions?.get(OID.issuingDistributionPoint);
  return point === undefined ? { names: undefined, holders: 'all' } : readPoint(readDer(point.value));
}

/** RFC 5280 §5.2.5. Refuses lists that cover only some reasons, indirect lists and lists of attribute certificates. */
function readPoint(element: DerElement): CrlScope {
  const fields = new DerFields(element);
  const name = fields.takeOptional(contextTag(0, 'constructed'));
  const isSet = (number: number): boolean => {
    const flag = fields.takeOptional(contextTag(number, 'primitive'));
    return flag !== undefined && readBoolean(flag, contextTag(number, 'primitive'));
  };
  const [users, authorities] = [isSet(1), isSet(2)];
  const someReasons = fields.takeOptional(contextTag(3, 'primitive')) !== undefined;
  const [indirect, attributes] = [isSet(4), isSet(5)];
  fields.end();
  if (someReasons || indirect || attributes || (users && authorities)) {
    throw unusable('it is limited in a way that is not supported');
  }
  return {
    names: name && readPointName(name).map(encodingOf),
    holders: users ? 'users' : authorities ? 'authorities' : 'all',
  };
}

function assertNoneUnknown(
  extensions: ReadonlyMap<string, Extension>,
  understood: ReadonlySet<string>,
): void {
  for (const [oid, { critical }] of extensions) {
    if (critical && !understood.has(oid)) throw unusable(`it has the unknown critical extension ${oid}`);
  }
}

function entryKey(encoding: Uint8Array): string {
  let key = '';
  for (let i = 0; i < encoding.length; i += 1) key += String.fromCharCode(encoding[i] ?? 0);
  return key;
}

function unusable(what: string): ProofError {
  return new ProofError('revocation_unusable', `the revocation list cannot be used: ${what}`);
}
