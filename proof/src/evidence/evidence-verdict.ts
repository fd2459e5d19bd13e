/** The verdict over all the evidence given: one of three words, and the parts that it is derived from. */

import type { AnchorTrust } from '../anchors/blockchain-proof.ts';
import type { AnchorShown, Claim } from '../anchors/claims.ts';
import type { NetworkKind } from '../anchors/networks.ts';
import { type Demand, unansweredDemands } from './demands.ts';
import type { EvidenceCheck } from './evidence-check.ts';

/**
 * `valid`: every check that was asked for holds, and the evidence reaches something that the verifier trusts.
 * `unconfirmed`: everything is consistent, but it leads to nothing trusted. `invalid`: something contradicts, or
 * something that was asked for does not hold or could not be checked.
 */
export type VerdictWord = 'valid' | 'unconfirmed' | 'invalid';

/** What the evidence leads to and the verifier trusts. */
export type Reached = 'root' | 'log_key' | 'trusted_block';

export type EvidenceVerdict = {
  verdict: VerdictWord;
  accredited: boolean;
  /** Empty unless the verdict is `valid`. */
  confirmed_by: readonly Reached[];
  checks: readonly EvidenceCheck[];
  warnings: readonly { code: string; message: string }[];
  /** Statements of the proof that nothing binds; they never decide. */
  claims: readonly Claim[];
  /** The content of the time stamp, trusted or not. */
  timestamp: TimestampSummary | undefined;
  /** The content of the blockchain proof, valid or not. */
  blockchain: BlockchainSummary | undefined;
};

export type TimestampSummary = {
  gen_time: string;
  policy_oid: string;
  serial: string;
  hash_algorithm: string;
  hash: string;
  /** Name of the trust profile whose root ends the chain; undefined if that root is not trusted. */
  trusted_by: string | undefined;
  signer: string | undefined;
};

export type BlockchainSummary = {
  /** `consistent`: checked offline; `on_chain`: confirmed by a trusted block. */
  state: string;
  /** The place in the log that the checkpoint states. `signed`: by a key that the verifier gave. */
  log: { name: string; leaf_index: number; tree_size: number; signed: boolean };
  anchors: readonly AnchorSummary[];
};

export type AnchorSummary = {
  network: string;
  /** By the verifier's own list of networks. */
  network_name: string | undefined;
  network_kind: NetworkKind;
  block_number: number;
  block_hash: string;
  block_time: string;
  /** `claimed`: nothing in the proof shows that the block holds the root, or that there is such a block. */
  shown: AnchorShown;
  /** Statements of the proof that nothing binds. */
  claimed: { trust: AnchorTrust; status: string; finality: string };
};

/** What one proof contributes to the verdict. */
export type Part = Pick<EvidenceVerdict, 'checks' | 'warnings'> & {
  /** Demands of the caller that this part compared with its evidence, whatever came out. */
  answers: readonly Demand[];
  reaches: readonly Reached[];
  claims?: readonly Claim[];
};

type Judged = Pick<EvidenceVerdict, 'verdict' | 'confirmed_by' | 'checks' | 'warnings' | 'claims'>;

/**
 * The one place where the three words are decided. A demand that no part answered becomes a failed check, so a kind of
 * evidence or demand added later cannot be silently ignored.
 */
export function judgeParts(parts: readonly Part[], demands: readonly Demand[], hasProof: boolean): Judged {
  const checks = [
    ...parts.flatMap((part) => part.checks),
    ...unansweredDemands(
      demands,
      parts.flatMap(({ answers }) => answers),
    ),
  ];
  const isBroken = !hasProof || checks.some(({ outcome }) => outcome === 'fail');
  const reached = [...new Set(parts.flatMap(({ reaches }) => reaches))];
  return {
    verdict: isBroken ? 'invalid' : reached.length > 0 ? 'valid' : 'unconfirmed',
    confirmed_by: isBroken ? [] : reached,
    checks,
    warnings: parts.flatMap(({ warnings }) => warnings),
    claims: parts.flatMap(({ claims = [] }) => claims),
  };
}
