/** A leaf of the log with the rows of its certificate, as the journal keeps it. */

/**
 * A leaf in the journal. Its rows are JSON for PostgreSQL, kept as text so that JavaScript converts no number in
 * them.
 */
export type JournalLeaf = {
  ticket: string;
  /** The leaf hash in base64. */
  leafHash: string;
  /** The rows of `certificates` and `certificate_tokens`. A leaf without a certificate has none. */
  certificate?: string;
  token?: string;
};

/** A leaf as JSON, and what else the journal has to keep with it. */
export type EncodedLeaf = {
  json: Uint8Array;
  accountId?: string | undefined;
  /**
   * The SHA-256 of the signing chain, in hexadecimal. Undefined for rows of earlier versions, which contain their
   * chain.
   */
  chain?: string | undefined;
};

/** A leaf before its text is encoded as bytes. */
export type LeafText = Omit<EncodedLeaf, 'json'> & { text: string };

export function encodeLeaf(leaf: JournalLeaf): Buffer {
  return Buffer.from(JSON.stringify(leaf));
}
