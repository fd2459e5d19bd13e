/** The algorithms that a time stamp rests on, for a verifier who no longer trusts one of them. */
import { parseStrongHash, resolveSignatureMethod, type StrongHash } from '../crypto/algorithms.ts';
import { type AlgorithmName, SCHEMES } from '../crypto/supported-algorithms.ts';
import { ProofError } from '../proof-error.ts';
import type { SigningChain } from '../x509/signing-chain.ts';
import type { TimestampToken } from './timestamp.ts';

/**
 * From the day `since` on, whatever the algorithm protects may be forged. Evidence that is shown to be older still
 * counts.
 */
export type BrokenAlgorithm = { algorithm: AlgorithmName; since: Date };

/** The algorithms of the token's digests and signature, and of the signatures on the certificates below the root. */
export function algorithmsOfStamp(
  { info, signerInfos }: TimestampToken,
  chain: SigningChain,
): AlgorithmName[] {
  const names = new Set<AlgorithmName>();
  if (info.imprint.algorithm !== undefined) names.add(info.imprint.algorithm);
  const [signer] = chain;
  for (const { signatureAlgorithm, digestAlgorithmOid } of signer === undefined ? [] : signerInfos) {
    const digest = parseStrongHash(digestAlgorithmOid);
    if (digest !== undefined) names.add(digest);
    for (const name of signatureNames(signatureAlgorithm, signer?.publicKey, digest)) names.add(name);
  }
  for (const name of certificateSignatures(chain)) names.add(name);
  return [...names];
}

/**
 * The algorithms of the signer's key and of the signatures on the certificates below the root, whatever was signed with
 * them.
 */
export function algorithmsOfChain(chain: SigningChain): AlgorithmName[] {
  const key = chain[0]?.publicKey;
  return [...new Set([...familyOf(key), ...certificateSignatures(chain)])];
}

function familyOf(key: SigningChain[number]['publicKey'] | undefined): AlgorithmName[] {
  if (key === undefined || key.type === 'unsupported') return [];
  if (key.type === 'rsa') return ['RSA'];
  return [key.type === 'ec' ? 'ECDSA' : SCHEMES[key.type].family];
}

function certificateSignatures(chain: SigningChain): AlgorithmName[] {
  return chain
    .slice(0, -1)
    .flatMap(({ signatureAlgorithm }, i) => signatureNames(signatureAlgorithm, chain[i + 1]?.publicKey));
}

type MethodArguments = Parameters<typeof resolveSignatureMethod>;

function signatureNames(
  algorithm: MethodArguments[0],
  key: MethodArguments[1] | undefined,
  digest?: StrongHash,
): AlgorithmName[] {
  if (key === undefined) return [];
  try {
    const method = resolveSignatureMethod(algorithm, key, digest);
    const scheme = SCHEMES[method.scheme];
    const names = 'curve' in scheme ? [scheme.family, scheme.curve] : [scheme.family];
    if ('hash' in method) return [...names, method.hash];
    return 'digest' in scheme ? [...names, scheme.digest] : names;
  } catch (error) {
    // The verdict on the stamp has already refused such an algorithm.
    if (error instanceof ProofError) return [];
    throw error;
  }
}
