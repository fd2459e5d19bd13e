/**
 * What a COSE receipt (RFC 9942) contributes to the verdict: that the document is in a log whose root a given key
 * signed.
 */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { type ReceiptVerdict, verifyReceipt } from '../receipts/verify-receipt.ts';
import type { TimestampToken } from '../timestamps/timestamp.ts';
import { believedAlgorithms } from './chain-part.ts';
import { prefixed } from './evidence-check.ts';
import type { Part, ReceiptSummary } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';

type ReceiptPart = { part: Part; summary: ReceiptSummary | undefined };

/** `token`: that of the time stamp given with the receipt. */
export async function receiptPart(
  engine: CryptoEngine,
  evidence: Evidence,
  bytes: Uint8Array,
  token: TimestampToken | undefined,
): Promise<ReceiptPart> {
  const { digest, documentLeaf, logKeys, servedLogKeys } = evidence;
  const fileSha256 = await digest?.('SHA-256');
  const verdict = await verifyReceipt(engine, bytes, {
    fileSha256,
    documentLeaf,
    tokenSha256: token && (await engine.digest('SHA-256', token.der)),
    logKeys: logKeys ?? servedLogKeys,
  });
  const { checks, receipt, rests } = verdict;
  const isSigned = logKeys !== undefined && hasSigned(verdict);
  const all = [
    ...(digest !== undefined && fileSha256 === undefined ? withoutSha256(checks) : checks),
    ...believedAlgorithms(['SHA-256', ...rests], evidence),
  ];
  return {
    part: {
      checks: prefixed('receipt', all),
      warnings: receipt !== undefined && token === undefined ? [WITHOUT_TIME] : [],
      answers: ['document', 'log_key'],
      reaches: isSigned ? ['log_key'] : [],
      claims: claimsOf(receipt, isSigned),
    },
    summary: receipt && {
      log: receipt.issuer,
      leaf_index: receipt.leafIndex,
      tree_size: receipt.treeSize,
      signed: isSigned,
    },
  };
}

const WITHOUT_TIME = {
  code: 'receipt_without_time',
  message: 'a receipt shows that the document is in a log; it is no time stamp and says nothing of when',
};

/** If the document is known only by another digest, nothing was compared, so the check must not pass. */
function withoutSha256(checks: ReceiptVerdict['checks']): ReceiptVerdict['checks'] {
  const because = 'the receipt is about a SHA-256; give the file, or its SHA-256';
  return checks.map((check) =>
    check.name === 'document_digest' && check.outcome === 'skipped'
      ? { ...check, outcome: 'fail', because }
      : check,
  );
}

function hasSigned({ checks }: ReceiptVerdict): boolean {
  return checks.some(({ name, outcome }) => name === 'signature' && outcome === 'pass');
}

/** The index and the tree size are never signed. The name of the log is signed together with the root. */
function claimsOf(receipt: ReceiptVerdict['receipt'], isSigned: boolean): NonNullable<Part['claims']> {
  if (receipt === undefined) return [];
  const { issuer, leafIndex, treeSize } = receipt;
  return [
    ...(isSigned || issuer === undefined ? [] : [{ name: 'log_name', value: issuer } as const]),
    { name: 'log_place', value: `${leafIndex} of ${treeSize}` },
  ];
}
