/** A leaf of the log with the rows of its certificate, as the journal keeps it. */

/** Rows are JSON for PostgreSQL, kept as text so that JavaScript converts no number in them. */
export type JournalLeaf = {
  ticket: string;
  /** Base64. */
  leafHash: string;
  /** Rows of `certificates` and `certificate_tokens`; none for a leaf without a certificate. */
  certificate?: string;
  token?: string;
};

/** Its JSON, and what else the journal has to keep with it. */
export type EncodedLeaf = {
  json: Uint8Array;
  accountId?: string | undefined;
  /** SHA-256 of its signing chain, hexadecimal. Rows of earlier versions contain their chain. */
  chain?: string | undefined;
};

/** The same before it is encoded. */
export type LeafText = Omit<EncodedLeaf, 'json'> & { text: string };

export function encodeLeaf(leaf: JournalLeaf): Buffer {
  return Buffer.from(JSON.stringify(leaf));
}
