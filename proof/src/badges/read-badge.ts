/**
 * Reads a credential by its signed statements only. Anything that is missing or stated twice makes it
 * unusable.
 */

import { repeatedKey } from '../encoding/json-keys.ts';
import { type GivenJwt, numericDate, parseJwt, peekJwt } from './jwt.ts';
import { type Canonize, CRYPTOSUITE, type SignedTexts, signedTexts } from './signature.ts';
import { Statements, UnusableStatements } from './statements.ts';

export type Fields = Record<string, unknown>;

/** A credential before JSON-LD processing. Only the issuer and the key that it names are read from the plain JSON. */
export type GivenBadge = {
  credential: Fields & { '@context': unknown };
  secured: GivenProof | GivenJwt;
} & NamedKey;

/** The only proof of the credential; a credential with several proofs is refused. */
type GivenProof = { proof: Fields; proofValue: string };

/** `keyId`: such as `did:web:…#key-1`. */
export type NamedKey = { issuerId: string; keyId: string };

export type ReadBadge = NamedKey & {
  /** What the signature covers, and the signature. */
  secured: { texts: SignedTexts; proofValue: string } | GivenJwt;
  statements: Statements;
  /** The id of the credential, which names its node among the statements. */
  node: string;
  /** When the proof itself expires. */
  proofUntil: string | undefined;
  /** Whether the claims of a JWT agree with the credential. */
  claimsAgree: boolean;
  facts: BadgeFacts;
};

/** For display; unproven until the signature is verified. */
export type BadgeFacts = {
  /** A record contains badges. */
  kind: 'badge' | 'record';
  name: string;
  issuer: string;
  issuerId: string;
  id: string | undefined;
  awardedOn: string | undefined;
  validFrom: string | undefined;
  validUntil: string | undefined;
  credits: number | undefined;
  /** The ids of the credentials in a record. */
  parts: readonly string[];
};

/** Larger files are not badges, and canonicalizing them would take long. */
const MAX_BADGE_BYTES = 256 * 1024;
/** The limit for a record: up to a hundred badges of some 3 KB each; a JWT is a third longer. */
export const MAX_RECORD_CREDENTIAL_BYTES = 512 * 1024;

const BADGE_TYPES = ['OpenBadgeCredential', 'AchievementCredential'];
const RECORD_TYPE = 'ClrCredential';

/** Whether a text looks like a badge or a record of badges, valid or not. */
export function isBadgeText(text: string): boolean {
  const credential =
    text.length > MAX_RECORD_CREDENTIAL_BYTES ? undefined : (parseObject(text) ?? peekJwt(text));
  return isRecordType(credential) || typesOf(credential).some((type) => BADGE_TYPES.includes(type));
}

function parseObject(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function typesOf(credential: Fields | undefined): string[] {
  return listOf(credential?.type).map(String);
}

function isRecordType(credential: Fields | undefined): boolean {
  return typesOf(credential).includes(RECORD_TYPE);
}

/** Undefined unless the text is a credential with a single proof of this suite, or a JWT. */
export function parseBadge(text: string): GivenBadge | undefined {
  if (text.length > MAX_RECORD_CREDENTIAL_BYTES) return undefined;
  const credential = parseObject(text);
  const jwt = credential === undefined ? parseJwt(text) : undefined;
  const named = credential ?? jwt?.credential;
  if (named === undefined || (text.length > MAX_BADGE_BYTES && !isRecordType(named))) return undefined;
  if (jwt !== undefined) return givenJwt(jwt);
  // With a duplicate key, two readers could see different badges.
  return repeatedKey(text) === undefined ? givenBadge(named) : undefined;
}

/** A credential with its proof inside it. */
export function givenBadge(credential: Fields): GivenBadge | undefined {
  const named = namedIn(credential);
  const [proof, ...others] = listOf(credential.proof).map(fieldsOf);
  if (named === undefined || proof === undefined || others.length > 0) return undefined;
  const { proofValue, verificationMethod: keyId } = proof;
  if (typeof proofValue !== 'string' || typeof keyId !== 'string') return undefined;
  return { ...named, secured: { proof, proofValue }, keyId };
}

function givenJwt(jwt: GivenJwt): GivenBadge | undefined {
  const named = namedIn(jwt.credential);
  return named && { ...named, secured: jwt, keyId: jwt.keyId };
}

function namedIn(credential: Fields): Pick<GivenBadge, 'credential' | 'issuerId'> | undefined {
  const issuerId = textOf(fieldsOf(credential.issuer)?.id ?? credential.issuer);
  if (!('@context' in credential) || issuerId === undefined || hasOwnWords(credential)) return undefined;
  return { credential: { ...credential, '@context': credential['@context'] }, issuerId };
}

/**
 * A context inside the credential could change the meaning of its terms. So only URLs of contexts are accepted, and
 * only at the top level.
 */
function hasOwnWords(credential: Fields): boolean {
  const { '@context': context, ...rest } = credential;
  if (!listOf(context).every((one) => typeof one === 'string')) return true;
  const parts = partsOf(credential);
  if (parts.length === 0) return hasContext(rest);
  const { verifiableCredential: _parts, ...subject } = fieldsOf(credential.credentialSubject) ?? {};
  return hasContext({ ...rest, credentialSubject: subject }) || parts.some(hasOwnWords);
}

function hasContext(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return '@context' in value || Object.values(value).some(hasContext);
}

/** The credentials in a record. A record inside a record does not count. */
export function partsOf(credential: Fields): Fields[] {
  const subject = isRecordType(credential) ? fieldsOf(credential.credentialSubject) : undefined;
  return listOf(subject?.verifiableCredential)
    .map(fieldsOf)
    .filter((part) => part !== undefined)
    .filter((part) => !isRecordType(part));
}

const VC = 'https://www.w3.org/2018/credentials#';
const SECURITY = 'https://w3id.org/security#';
const BADGES = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';
const RECORDS = 'https://purl.imsglobal.org/spec/vc/clr/vocab.html#';

/**
 * Returns undefined if the signed statements are not those of a credential with a proof of this suite. Rejects if the
 * statements cannot be derived from the document.
 */
export async function readBadge(canonize: Canonize, given: GivenBadge): Promise<ReadBadge | undefined> {
  const { secured } = given;
  const texts = await signedTexts(canonize, given.credential, 'proof' in secured ? secured.proof : undefined);
  try {
    const key = 'proof' in secured ? keyIn(new Statements(texts.settings)) : { keyId: given.keyId };
    const statements = new Statements(texts.document);
    const node = credentialIn(statements);
    const issuerId = statements.one(node, `${VC}issuer`);
    if (key === undefined || node === undefined || issuerId === undefined) return undefined;
    const facts = factsOf(statements, node, issuerId);
    return {
      proofUntil: undefined,
      ...key,
      secured: 'proof' in secured ? { texts, proofValue: secured.proofValue } : secured,
      claimsAgree: 'proof' in secured || doClaimsAgree(secured, statements, node),
      statements,
      node,
      issuerId,
      facts,
    };
  } catch (error) {
    if (error instanceof UnusableStatements) return undefined;
    throw error;
  }
}

/**
 * The credential that is signed; for a record, the record itself. Only in a record may the signed statements include
 * other credentials, with their proofs in separate graphs.
 */
function credentialIn(statements: Statements): string | undefined {
  const record = statements.typed(`${RECORDS}ClrCredential`);
  if (record !== undefined) return record;
  return statements.hasOtherGraphs ? undefined : statements.typed(`${VC}VerifiableCredential`);
}

function keyIn(settings: Statements): Pick<ReadBadge, 'keyId' | 'proofUntil'> | undefined {
  const proof = settings.typed(`${SECURITY}DataIntegrityProof`);
  const keyId = settings.one(proof, `${SECURITY}verificationMethod`);
  const isKnown =
    !settings.hasOtherGraphs &&
    settings.one(proof, `${SECURITY}cryptosuite`) === CRYPTOSUITE &&
    settings.one(proof, `${SECURITY}proofPurpose`) === `${SECURITY}assertionMethod`;
  if (!isKnown || keyId === undefined) return undefined;
  return { keyId, proofUntil: settings.one(proof, `${SECURITY}expiration`) };
}

/** Open Badges 3.0, 8.2.6: each claim repeats a field, and the two must agree, because a reader may look at either. */
function doClaimsAgree({ claims }: GivenJwt, said: Statements, node: string): boolean {
  const { iss, jti, sub, nbf, exp } = claims;
  const dateOf = (word: string) => {
    const time = said.one(node, `${VC}${word}`);
    return time === undefined ? undefined : numericDate(time);
  };
  return (
    iss === said.one(node, `${VC}issuer`) &&
    jti === node &&
    sub !== undefined &&
    sub === said.one(node, `${VC}credentialSubject`) &&
    nbf !== undefined &&
    nbf === dateOf('validFrom') &&
    exp === dateOf('validUntil')
  );
}

const NAME = 'https://schema.org/name';

function factsOf(said: Statements, node: string, issuerId: string): BadgeFacts {
  const subject = said.all(node, `${VC}credentialSubject`)[0];
  const kind = said.is(node, `${RECORDS}ClrCredential`) ? 'record' : 'badge';
  const achievement = kind === 'badge' ? said.one(subject, `${BADGES}achievement`) : undefined;
  const credits = said.one(subject, `${BADGES}creditsEarned`);
  // Badges in a record may have been issued under earlier names of the issuer, so all its names are shown.
  const issuer = kind === 'record' ? said.all(issuerId, NAME).join(' / ') : said.one(issuerId, NAME);
  return {
    kind,
    name: said.one(node, NAME) ?? said.one(achievement, NAME) ?? '',
    issuer: issuer === undefined || issuer === '' ? issuerId : issuer,
    issuerId,
    id: node.startsWith('_:') ? undefined : node,
    awardedOn: said.one(node, `${BADGES}awardedDate`),
    validFrom: said.one(node, `${VC}validFrom`),
    validUntil: said.one(node, `${VC}validUntil`),
    credits: credits === undefined ? undefined : Number(credits),
    parts: said.all(subject, `${RECORDS}verifiableCredential`),
  };
}

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function listOf(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
