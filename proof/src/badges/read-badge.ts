/** Reads a credential as a verifier must: by what is signed of it. Whatever is missing or said twice makes it none. */

import { repeatedKey } from '../encoding/json-keys.ts';
import { type Canonize, CRYPTOSUITE, type SignedTexts, signedTexts } from './signature.ts';
import { Statements, UnusableStatements } from './statements.ts';

export type Fields = Record<string, unknown>;

/** A credential before its words are understood: the issuer and the key that it names in plain words. */
export type GivenBadge = {
  credential: Fields & { '@context': unknown };
  /** The only one. */
  proof: Fields;
  proofValue: string;
} & NamedKey;

/** `keyId`: such as `did:web:…#key-1`. */
export type NamedKey = { issuerId: string; keyId: string };

export type ReadBadge = NamedKey & {
  texts: SignedTexts;
  proofValue: string;
  statements: Statements;
  /** The credential among the statements: its id. */
  node: string;
  /** When the proof itself ends. */
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

/** Whether a text is meant as a badge, right or wrong. */
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
  // Two readers of a key that stands twice would see two badges.
  return credential !== undefined && repeatedKey(text) === undefined ? givenBadge(credential) : undefined;
}

/**
 * A context that stands in the credential itself could give its words another meaning than people read, so only
 * addresses are taken, and only at the top.
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

/** Undefined where its statements are none of a credential with a proof of this suite; rejects where they cannot be made. */
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

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
