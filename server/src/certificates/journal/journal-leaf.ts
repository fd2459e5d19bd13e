/** A leaf of the log with all that makes it a certificate, as the journal keeps it. */

/** Rows are JSON as PostgreSQL reads it, kept as text: no number of theirs passes through ours. */
export type JournalLeaf = {
  ticket: string;
  /** Base64. */
  leafHash: string;
  /** Rows of `certificates` and `certificate_tokens`; none for a leaf that is no certificate's. */
  certificate?: string;
  token?: string;
};

/** Its JSON, and what else the journal has to keep with it. */
export type EncodedLeaf = {
  json: Uint8Array;
  accountId?: string | undefined;
  /** Of its signing chain: SHA-256, hexadecimal. Rows of earlier versions have their chain in themselves. */
  chain?: string | undefined;
};

/** The same before it is encoded. */
export type LeafText = Omit<EncodedLeaf, 'json'> & { text: string };

export function encodeLeaf(leaf: JournalLeaf): Buffer {
  return Buffer.from(JSON.stringify(leaf));
}
