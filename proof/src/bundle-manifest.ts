/** The bundle's description of itself. Informational: only the proofs beside it are verified. */
export type BundleManifest = {
  certificate_id: string;
  title: string;
  file: { name: string; size: number; sha256: string };
  psc: string;
  accredited: boolean;
  gen_time: string;
  qr_verification_url: string;
};
