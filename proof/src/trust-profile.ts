/** Whom a verifier believes, and which known defects it forgives them. */

/**
 * Defects of genuine tokens. Each is a failed check for everybody except the authorities whose profile
 * lists it, for whom it becomes a warning with this code.
 */
export type Quirk =
  /** The signer's certificate lacks the critical timeStamping purpose of RFC 3161 §2.3. */
  | 'eku_missing'
  /** The ESS attribute names a certificate other than the signer's. */
  | 'ess_mismatch'
  /** signingTime is a UTCTime with fractional seconds. */
  | 'signing_time_syntax'
  /** The token's serial number lacks its leading zero octet and so reads as negative. */
  | 'negative_serial'
  /** The certificate set holds attribute certificates, which nothing here reads. */
  | 'attribute_certificate_ignored'
  /** The policy lies in the arc of the Secretaría de Economía but is not a known one. */
  | 'policy_unknown_in_arc'
  /** A nonce was sent and the token has none. */
  | 'nonce_absent';

export type TrustProfile = {
  name: string;
  /** DER certificates. A chain ends only at one of these, byte for byte. */
  roots: readonly Uint8Array[];
  /** Token policies under which this authority may speak. */
  policies: readonly string[] | 'any';
  toleratedQuirks: readonly Quirk[];
  /** Whether a token of this authority is a NOM-151 constancia in the eyes of the law. */
  accredited: boolean;
};
