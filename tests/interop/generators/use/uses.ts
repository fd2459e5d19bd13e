/** What each generated client does, with the types that its generator made. */

export type Service = { url: string; key: string; file: File };

export type Done = {
  /** The certificate that was made from the file. */
  certificate: { id: string; title: string; status: string };
  /** The ids on the first page of the list. */
  listed: string[];
  /** The time stamp. */
  proof: { type: string; certificate_id: string };
  /** The bytes of the signing certificates. They are ASCII, the only bytes that Prism passes on unchanged. */
  bytes: Uint8Array;
  /** The code of the proof that is not ready yet. */
  refused: 'proof_not_ready' | undefined;
};
