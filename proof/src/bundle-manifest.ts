/** What a bundle says of itself; the proofs beside it are what counts. */
export type BundleManifest = {
  certificate_id: string;
  title: string;
  file: { name: string; size: number; sha256: string };
  psc: string;
  accredited: boolean;
  gen_time: string;
  qr_verification_url: string;
};
