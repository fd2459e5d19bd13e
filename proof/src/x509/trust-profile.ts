/** Which authorities a verifier trusts, and which of their known defects it tolerates. */

/**
 * Defects of genuine tokens. Each makes its check fail, unless the authority's profile lists the defect; then the
 * defect becomes a warning with this code.
 */
export type Quirk =
  /** The signer's certificate lacks the critical timeStamping purpose of RFC 3161 §2.3. */
  | 'eku_missing'
  /** The ESS attribute names a certificate other than the signer's. */
  | 'ess_mismatch'
  /** signingTime is a UTCTime with fractional seconds. */
  | 'signing_time_syntax'
  /** The token's serial number lacks its leading zero octet, so DER reads it as negative. */
  | 'negative_serial'
  /** The certificate set contains attribute certificates, which are not read. */
  | 'attribute_certificate_ignored'
  /** The policy is in the arc of the Secretaría de Economía but not a known one. */
  | 'policy_unknown_in_arc'
  /** A nonce was sent and the token has none. */
  | 'nonce_absent';

export type TrustProfile = {
  name: string;
  /** DER certificates. A chain must end at one of these, byte for byte. */
  roots: readonly Uint8Array[];
  /** Token policies under which this authority may issue. */
  policies: readonly string[] | 'any';
  toleratedQuirks: readonly Quirk[];
  /** Whether tokens of this authority are legally NOM-151 constancias. */
  accredited: boolean;
  /**
   * Where the roots come from; absent for the verifier's built-in roots. `demanded`: the caller names them for this
   * evidence, so a stamp that leads to none of them fails that demand. `evidence`: the roots came with the evidence, so
   * a chain to them is checked but confirms nothing.
   */
  from?: 'demanded' | 'evidence';
};
