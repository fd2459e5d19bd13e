/** The verdict over all the evidence given: one of three words, and the parts from which that word is derived. */

import type { AnchorTrust } from '../anchors/blockchain-proof.ts';
import type { AnchorShown, Claim } from '../anchors/claims.ts';
import type { NetworkKind } from '../anchors/networks.ts';
import { type Demand, unansweredDemands } from './demands.ts';
import type { EvidenceCheck } from './evidence-check.ts';

/**
 * `valid`: every check that was asked for holds, and the evidence reaches something that the verifier trusts.
 * `unconfirmed`: everything is consistent, but the evidence leads to nothing that the verifier trusts. `invalid`:
 * something contradicts, or a check that was asked for failed or could not be made.
 */
export type VerdictWord = 'valid' | 'unconfirmed' | 'invalid';

/** What the evidence leads to, among the things that the verifier trusts. */
export type Reached = 'root' | 'log_key' | 'trusted_block';

export type EvidenceVerdict = {
  verdict: VerdictWord;
  accredited: boolean;
  /** Empty unless the verdict is `valid`. */
  confirmed_by: readonly Reached[];
  checks: readonly EvidenceCheck[];
  warnings: readonly { code: string; message: string }[];
  /** Statements of the proof that no hash or signature binds. They never decide the verdict. */
  claims: readonly Claim[];
  /** The content of the time stamp, trusted or not. */
  timestamp: TimestampSummary | undefined;
  /** The content of the blockchain proof, valid or not. */
  blockchain: BlockchainSummary | undefined;
  /** The content of the receipt, valid or not. */
  receipt: ReceiptSummary | undefined;
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
  /** The place in the log that the checkpoint states. `signed`: a key that the verifier gave signed the checkpoint. */
  log: { name: string; leaf_index: number; tree_size: number; signed: boolean };
  anchors: readonly AnchorSummary[];
};

export type ReceiptSummary = {
  /** Undefined if the receipt does not name its log. */
  log: string | undefined;
  /** Only claimed: the signature is over the root, which determines neither the index nor the size. */
  leaf_index: number;
  tree_size: number;
  /** A key that the verifier gave signed the root. */
  signed: boolean;
};

export type AnchorSummary = {
  network: string;
  /** By the verifier's own list of networks. */
  network_name: string | undefined;
  network_kind: NetworkKind;
  block_number: number;
  block_hash: string;
  block_time: string;
  /** `claimed`: nothing in the proof shows that the block holds the root, or that the block exists. */
  shown: AnchorShown;
  /** Statements of the proof that no hash or signature binds. */
  claimed: { trust: AnchorTrust; status: string; finality: string };
};

/** What one proof contributes to the verdict. */
export type Part = Pick<EvidenceVerdict, 'checks' | 'warnings'> & {
  /** The caller's demands that this part compared with its evidence, whether or not they were met. */
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
