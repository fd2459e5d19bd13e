/** Remembers trusted chains, so that further tokens of the same authority cost one signature check each. */
import { equalBytes } from '../encoding/bytes.ts';
import { datesProblem, endsAtRootOf, type SigningChain } from './signing-chain.ts';
import type { TrustProfile } from './trust-profile.ts';
import type { SigningCertificate } from './x509.ts';

/** A signer's certificate, and its chain for each profile by name. */
export type KnownSigner = { certificate: SigningCertificate; chains: Map<string, SigningChain> };

/** Keys are the SHA-256 of the signer's certificate. */
export type ChainCache = {
  get(signerSha256: string): KnownSigner | undefined;
  set(signerSha256: string, signer: KnownSigner): void;
};

/** Only signers with a trusted chain are added, so untrusted tokens cannot evict anything. */
export function createChainCache(maxSigners = 64): ChainCache {
  const signers = new Map<string, KnownSigner>();
  return {
    get: (signerSha256) => signers.get(signerSha256),
    set(signerSha256, signer) {
      signers.set(signerSha256, signer);
      const [oldest] = signers.keys();
      if (signers.size > maxSigners && oldest !== undefined) signers.delete(oldest);
    },
  };
}

/**
 * Returns a remembered chain, if a search would find the same chain again. Its signatures still hold, but the token's
 * time, the certificates sent with it and the roots of the profile may differ, so these are checked. The cache saves
 * time and never changes a verdict.
 */
export function recallChain(
  known: KnownSigner | undefined,
  profile: TrustProfile,
  at: Date,
  candidates: readonly Uint8Array[],
): SigningChain | undefined {
  const chain = known?.chains.get(profile.name);
  if (chain === undefined || !endsAtRootOf(chain, profile)) return undefined;
  const available = [...candidates, ...profile.roots];
  const isComplete = chain.slice(1, -1).every(({ der }) => available.some((other) => equalBytes(other, der)));
  return isComplete && datesProblem(chain, at) === undefined ? chain : undefined;
}

export function rememberChain(
  cache: ChainCache,
  signerSha256: string,
  profile: TrustProfile,
  chain: SigningChain,
): void {
  const [certificate] = chain;
  if (certificate === undefined) return;
  const known = cache.get(signerSha256) ?? { certificate, chains: new Map<string, SigningChain>() };
  known.chains.set(profile.name, chain);
  cache.set(signerSha256, known);
}
