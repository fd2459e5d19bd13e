/**
 * Reads a credential by its signed statements only. Anything that is missing or stated twice makes it
 * unusable.
 */

import { repeatedKey } from '../encoding/json-keys.ts';
import { type Canonize, CRYPTOSUITE, type SignedTexts, signedTexts } from './signature.ts';
import { Statements, UnusableStatements } from './statements.ts';

export type Fields = Record<string, unknown>;

/** A credential before JSON-LD processing. Only the issuer and the key that it names are read from the plain JSON. */
export type GivenBadge = {
  credential: Fields & { '@context': unknown };
  /** The credential's one proof; a credential with several is refused. */
  proof: Fields;
  proofValue: string;
} & NamedKey;

/** `keyId`: such as `did:web:…#key-1`. */
export type NamedKey = { issuerId: string; keyId: string };

export type ReadBadge = NamedKey & {
  texts: SignedTexts;
  proofValue: string;
  statements: Statements;
  /** The id of the credential, which names its node among the statements. */
  node: string;
  /** When the proof itself expires. */
  proofUntil: string | undefined;
  facts: BadgeFacts;
};

/** For display; unproven until the signature is verified. */
export type BadgeFacts = {
  name: string;
  issuer: string;
  issuerId: string;
  id: string | undefined;
  awardedOn: string | undefined;
  validFrom: string | undefined;
  validUntil: string | undefined;
  credits: number | undefined;
};

/** Larger files are not badges, and canonicalizing them would take long. */
export const MAX_BADGE_BYTES = 256 * 1024;

const TYPES = ['OpenBadgeCredential', 'AchievementCredential'];

/** Whether a text is meant to be a badge, valid or not. */
export function isBadgeText(text: string): boolean {
  const credential = text.length > MAX_BADGE_BYTES ? undefined : parseObject(text);
  return listOf(credential?.type).some((type) => TYPES.includes(String(type)));
}

function parseObject(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Undefined unless the text is a credential with one proof of this suite. */
export function parseBadge(text: string): GivenBadge | undefined {
  const credential = text.length > MAX_BADGE_BYTES ? undefined : parseObject(text);
  // With a duplicate key, two readers could see different badges.
  return credential !== undefined && repeatedKey(text) === undefined ? givenBadge(credential) : undefined;
}

/**
 * A context inside the credential could give its terms another meaning than people read, so only URLs of
 * contexts are accepted, and only at the top level.
 */
export function givenBadge(credential: Fields): GivenBadge | undefined {
  if (!('@context' in credential)) return undefined;
  const { '@context': context, ...rest } = credential;
  if (!listOf(context).every((one) => typeof one === 'string') || hasContext(rest)) return undefined;
  const [proof, ...others] = listOf(credential.proof).map(fieldsOf);
  if (proof === undefined || others.length > 0) return undefined;
  const { proofValue, verificationMethod: keyId } = proof;
  const issuerId = textOf(fieldsOf(credential.issuer)?.id ?? credential.issuer);
  if (typeof proofValue !== 'string' || typeof keyId !== 'string' || issuerId === undefined) return undefined;
  return { credential: { ...credential, '@context': context }, proof, proofValue, keyId, issuerId };
}

function hasContext(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return '@context' in value || Object.values(value).some(hasContext);
}

const VC = 'https://www.w3.org/2018/credentials#';
const SECURITY = 'https://w3id.org/security#';
const BADGES = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#';

/**
 * Returns undefined if the signed statements are not those of a credential with a proof of this suite. Rejects if the
 * statements cannot be derived from the document.
 */
export async function readBadge(canonize: Canonize, given: GivenBadge): Promise<ReadBadge | undefined> {
  const texts = await signedTexts(canonize, given.credential, given.proof);
  try {
    const key = keyIn(new Statements(texts.settings));
    const statements = new Statements(texts.document);
    const node = statements.typed(`${VC}VerifiableCredential`);
    const issuerId = statements.one(node, `${VC}issuer`);
    if (key === undefined || node === undefined || issuerId === undefined) return undefined;
    const facts = factsOf(statements, node, issuerId);
    return { ...key, texts, proofValue: given.proofValue, statements, node, issuerId, facts };
  } catch (error) {
    if (error instanceof UnusableStatements) return undefined;
    throw error;
  }
}

function keyIn(settings: Statements): Pick<ReadBadge, 'keyId' | 'proofUntil'> | undefined {
  const proof = settings.typed(`${SECURITY}DataIntegrityProof`);
  const keyId = settings.one(proof, `${SECURITY}verificationMethod`);
  const isKnown =
    settings.one(proof, `${SECURITY}cryptosuite`) === CRYPTOSUITE &&
    settings.one(proof, `${SECURITY}proofPurpose`) === `${SECURITY}assertionMethod`;
  if (!isKnown || keyId === undefined) return undefined;
  return { keyId, proofUntil: settings.one(proof, `${SECURITY}expiration`) };
}

const NAME = 'https://schema.org/name';

function factsOf(said: Statements, node: string, issuerId: string): BadgeFacts {
  const subject = said.all(node, `${VC}credentialSubject`)[0];
  const achievement = said.one(subject, `${BADGES}achievement`);
  const credits = said.one(subject, `${BADGES}creditsEarned`);
  return {
    name: said.one(node, NAME) ?? said.one(achievement, NAME) ?? '',
    issuer: said.one(issuerId, NAME) ?? issuerId,
    issuerId,
    id: node.startsWith('_:') ? undefined : node,
    awardedOn: said.one(node, `${BADGES}awardedDate`),
    validFrom: said.one(node, `${VC}validFrom`),
    validUntil: said.one(node, `${VC}validUntil`),
    credits: credits === undefined ? undefined : Number(credits),
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
