/**
 * Stores revocation lists and OCSP answers about the signers of time stamps, once a day for every chain. Each is
 * verified first. No request waits for this, and nothing fails if a server does not answer, because the next round
 * asks again. A crash between two answers does no harm: the next round sees which answers exist.
 */

import {
  judgeRevocation,
  type KeptAnswer,
  parseSigningCertificate,
  type RevocationEvidence,
  type SigningCertificate,
} from '@sello/proof';
import type { KeptRevocationStore, WatchedChain } from './kept-ports.ts';
import { type Place, placesOf, type RevocationNeeds } from './places.ts';

export type KeepRevocationPorts = RevocationNeeds & { keptRevocation: KeptRevocationStore };

/** A longer list is not kept, because every evidence bundle carries the lists. */
const MAX_CRL_BYTES = 512 * 1024;

/** Runs one round, and returns how many answers it stored. */
export async function keepRevocation(
  ports: KeepRevocationPorts,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const day = ports.now().toISOString().slice(0, 10);
  let kept = 0;
  for (const watched of await ports.keptRevocation.chains(day)) {
    if (isStopping()) break;
    kept += await keepForChain(ports, watched, day, isStopping);
  }
  return kept;
}

async function keepForChain(
  ports: KeepRevocationPorts,
  watched: WatchedChain,
  day: string,
  isStopping: () => boolean,
): Promise<number> {
  const chain = watched.chain.flatMap((der) => parseSigningCertificate(der) ?? []);
  const isWhole = chain.length === watched.chain.length;
  // Lists may leave out certificates that have expired (RFC 5280 §3.3), so they would say nothing about this chain.
  if (!isWhole || chain.some(({ notAfter }) => notAfter < ports.now())) return 0;
  let kept = 0;
  for (const [position, certificate] of chain.slice(0, -1).entries()) {
    const issuer = chain[position + 1] ?? certificate;
    const options = { sources: 'both', maxCrlBytes: MAX_CRL_BYTES } as const;
    for (const places of await placesOf(ports, options, certificate, issuer)) {
      const isThere = watched.kept.some((one) => one.position === position && one.kind === places[0]?.kind);
      const evidence = isThere || isStopping() ? undefined : await askInTurn(places);
      if (evidence === undefined) continue;
      kept += await keepAnswer(ports, watched.sha256, position, certificate, evidence, day);
    }
  }
  return kept;
}

/** The first answer that is valid. Each failure has already been logged. */
async function askInTurn(places: readonly Place[]): Promise<RevocationEvidence | undefined> {
  for (const { load } of places) {
    try {
      return (await load(undefined)).value;
    } catch {
      // After a failure, the next address of the same kind is asked, or this one again in the next round.
    }
  }
  return undefined;
}

async function keepAnswer(
  ports: KeepRevocationPorts,
  chainSha256: Uint8Array,
  position: number,
  certificate: SigningCertificate,
  evidence: RevocationEvidence,
  day: string,
): Promise<number> {
  const said = 'crl' in evidence ? evidence.crl : evidence.ocsp;
  const answer: KeptAnswer = { kind: 'crl' in evidence ? 'crl' : 'ocsp', der: said.der };
  const { outcome, because } = judgeRevocation(certificate, [evidence], said.thisUpdate, ports.now());
  if (outcome === 'revoked') ports.logger.error('revocation.revoked', { because });
  const { thisUpdate } = said;
  const lookup = { chainSha256, position, day, answer, thisUpdate, outcome };
  await ports.keptRevocation.keep(lookup, ports.now());
  return 1;
}
