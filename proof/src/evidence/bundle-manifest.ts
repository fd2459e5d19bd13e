/** The bundle's description of itself. Informational: only the proofs beside it are verified. */
export type BundleManifest = {
  certificate_id: string;
  title: string;
  file: {
    name: string;
    /** Null where only the fingerprint was sent and its size was not stated. */
    size: number | null;
    sha256: string;
    /** Only where it is so: the file itself was never sent, and the size is what the sender stated. */
    fingerprint_only?: true;
  };
  psc: string;
  accredited: boolean;
  gen_time: string;
  qr_verification_url: string;
};
