/** Reads a credential as a verifier must: whatever is missing or of another type makes it none. */

import { CRYPTOSUITE } from './signature.ts';

export type Fields = Record<string, unknown>;

export type ReadBadge = {
  credential: Fields & { '@context': unknown };
  /** The one proof of the suite that is checked here. */
  proof: Fields;
  proofValue: string;
  /** Such as `did:web:…#key-1`. */
  keyId: string;
  issuerId: string;
  facts: BadgeFacts;
};

/** For people; nothing of it is proved before the signature is. */
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

/** Larger ones are not badges, and canonicalizing them would take long. */
export const MAX_BADGE_BYTES = 256 * 1024;

const TYPES = ['OpenBadgeCredential', 'AchievementCredential'];

/** Whether a text is meant as a badge, right or wrong. */
export function isBadgeText(text: string): boolean {
  const credential = text.length > MAX_BADGE_BYTES ? undefined : parseFields(text);
  return listOf(credential?.type).some((type) => TYPES.includes(String(type)));
}

export function parseFields(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Undefined unless it is a credential with one proof of this suite and an issuer that names the key. A context that
 * stands in the credential itself could give its words another meaning than people read, so only addresses are taken.
 */
export function readCredential(credential: Fields | undefined): ReadBadge | undefined {
  if (credential === undefined || !('@context' in credential)) return undefined;
  if (!listOf(credential['@context']).every((context) => typeof context === 'string')) return undefined;
  if (!listOf(credential.type).includes('VerifiableCredential')) return undefined;
  const [proof, ...others] = listOf(credential.proof).map(fieldsOf);
  if (proof === undefined || others.length > 0) return undefined;
  const { proofValue, verificationMethod: keyId } = proof;
  const isKnown =
    proof.type === 'DataIntegrityProof' &&
    proof.cryptosuite === CRYPTOSUITE &&
    proof.proofPurpose === 'assertionMethod';
  const issuerId = textOf(fieldsOf(credential.issuer)?.id ?? credential.issuer);
  if (!isKnown || typeof proofValue !== 'string' || typeof keyId !== 'string' || issuerId === undefined)
    return undefined;
  const document = { ...credential, '@context': credential['@context'] };
  return { credential: document, proof, proofValue, keyId, issuerId, facts: factsOf(credential, issuerId) };
}

function factsOf(credential: Fields, issuerId: string): BadgeFacts {
  const subject = fieldsOf(listOf(credential.credentialSubject)[0]);
  const achievement = fieldsOf(subject?.achievement);
  const credits = subject?.creditsEarned;
  return {
    name: textOf(credential.name) ?? textOf(achievement?.name) ?? '',
    issuer: textOf(fieldsOf(credential.issuer)?.name) ?? issuerId,
    issuerId,
    id: textOf(credential.id),
    awardedOn: textOf(credential.awardedDate),
    validFrom: textOf(credential.validFrom),
    validUntil: textOf(credential.validUntil),
    credits: typeof credits === 'number' ? credits : undefined,
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
