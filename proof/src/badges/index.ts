/** Open Badges: code shared by issuer and verifier. A separate entry point, because few importers need it. */
export { isPng } from '../encoding/png.ts';
export { bakePng, readBakedPng } from './baked-png.ts';
export { BADGE_CONTEXTS, CREDENTIALS_V2, loadContext, RECORD_CONTEXTS, UnknownContext } from './contexts.ts';
export { compactJws, jwtSigningInput } from './jwt.ts';
export {
  encodeEd25519Multikey,
  encodeMultibase58,
  parseEd25519Multikey,
  parseMultibase58,
} from './multibase.ts';
export { type BadgeFacts, isBadgeText, MAX_RECORD_CREDENTIAL_BYTES } from './read-badge.ts';
export {
  CANONIZE_OPTIONS,
  type Canonize,
  CRYPTOSUITE,
  type SecuredDocument,
  signedBytes,
  signedTexts,
} from './signature.ts';
export {
  type BadgeCheck,
  type BadgeCheckName,
  type BadgeReason,
  type BadgeTools,
  type BadgeVerdict,
  verifyBadge,
} from './verify-badge.ts';
