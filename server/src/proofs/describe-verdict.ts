/**
 * Describes a verdict in words, for a terminal and for callers of the API: first the verdict and what it is based on,
 * then every check, warning and claim.
 */

import type { AnchorSummary, Claim, EvidenceCheck, EvidenceVerdict } from '@sello/proof';

export function describeVerdict(verdict: EvidenceVerdict): string {
  const checks = table(
    verdict.checks.map(({ name, outcome, because }) => [`${MARKS[outcome]} ${name}`, because]),
  );
  const warnings = verdict.warnings.map(({ code, message }) => `  ! ${code}: ${message}`);
  const claims = table(verdict.claims.map((claim) => [`? ${nameOf(claim)}`, claim.value]));
  return [
    ...headline(verdict),
    ...sharedPart(verdict),
    '',
    ...checks,
    ...(warnings.length > 0 ? ['', ...warnings] : []),
    ...(claims.length > 0 ? ['', 'Claimed by the proof, but not protected:', ...claims] : []),
  ].join('\n');
}

const MARKS: Readonly<Record<EvidenceCheck['outcome'], string>> = {
  pass: '✓',
  tolerated: '~',
  unconfirmed: '?',
  fail: '✗',
  skipped: '–',
};

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

function nameOf({ name, anchor }: Claim): string {
  return anchor === undefined ? name : `anchor ${anchor}.${name}`;
}

function headline(verdict: EvidenceVerdict): string[] {
  switch (verdict.verdict) {
    case 'invalid':
      return [whatFailed(verdict)];
    case 'unconfirmed':
      return [
        'UNCONFIRMED: all of it is consistent, but none of it leads to anything that you trust.',
        ...uncheckedParts(verdict),
        ...unconfirmedParts(verdict),
      ];
    case 'valid':
      return [...confirmedParts(verdict), ...uncheckedParts(verdict), ...unconfirmedParts(verdict)];
  }
}

/** Stands below the line that names the provider, because the stamp is no constancia of this document alone. */
function sharedPart({ verdict, warnings }: EvidenceVerdict): string[] {
  const isShared = verdict !== 'invalid' && warnings.some(({ code }) => code === 'stamp_shared');
  return isShared
    ? [
        'The time stamp is over a tree of hashes of several documents, this one among them; this document has no constancia of its own.',
      ]
    : [];
}

function whatFailed({ checks }: EvidenceVerdict): string {
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  const [only, second] = failed;
  if (only === undefined) return 'INVALID: there is no proof to check.';
  return second === undefined
    ? `INVALID: ${only.name} failed: ${only.because}.`
    : `INVALID: ${failed.length} checks failed: ${failed.map(({ name }) => name).join(', ')}.`;
}

/**
 * Names what was not checked because the program lacks the algorithm. Another program can check it; other evidence
 * would not help.
 */
function uncheckedParts({ checks }: EvidenceVerdict): string[] {
  return checks
    .filter(
      ({ outcome, because }) =>
        outcome === 'unconfirmed' && because.endsWith('which this program cannot check'),
    )
    .map(({ name, because }) => `NOT CHECKED: ${name}: ${because}.`);
}

function confirmedParts(verdict: EvidenceVerdict): string[] {
  const { accredited, confirmed_by, timestamp, blockchain, receipt } = verdict;
  const lines: string[] = [];
  if (timestamp !== undefined && confirmed_by.includes('root')) {
    const by = accredited
      ? 'by an accredited provider'
      : 'by a provider that is not accredited: no legal value as a NOM-151 constancia';
    lines.push(`VALID: stamped at ${timestamp.gen_time} ${by} (${timestamp.signer ?? 'unknown signer'}).`);
    if (!accredited)
      lines.push(
        `This rests on ${timestamp.trusted_by}, which you gave: nothing else confirms it, and the signer's name is only its own claim.`,
      );
  }
  if (blockchain?.log.signed === true && confirmed_by.includes('log_key')) {
    const { name, leaf_index, tree_size } = blockchain.log;
    lines.push(
      `VALID: entry ${leaf_index} of ${tree_size} in the log ${name}, signed with ${keysIn(verdict)}, which you gave.`,
    );
  }
  if (receipt?.signed === true) {
    const log = receipt.log === undefined ? 'a log' : `the log ${receipt.log}`;
    lines.push(`VALID: in ${log}, by a receipt signed with ${receiptKeyIn(verdict)}, which you gave.`);
    lines.push('A receipt is no time stamp: it says nothing of when.');
  }
  for (const anchor of blockchain?.anchors ?? []) {
    if (anchor.shown === 'confirmed') lines.push(`VALID: ON THE CHAIN: in ${blockOf(anchor)}.`);
  }
  return lines;
}

/** The keys that signed, out of those that were given. */
function keysIn({ checks }: EvidenceVerdict): string {
  const signed = checks.find(({ name }) => name === 'blockchain.checkpoint_signature');
  return /the keys? [0-9a-f, ]+$/.exec(signed?.because ?? '')?.[0] ?? 'a key';
}

function receiptKeyIn({ checks }: EvidenceVerdict): string {
  const signed = checks.find(({ name }) => name === 'receipt.signature');
  return / with (.+)$/.exec(signed?.because ?? '')?.[1] ?? 'a key';
}

/** Says what is consistent but not confirmed, and how to confirm it. A block that the proof only claims is left out. */
function unconfirmedParts({
  confirmed_by,
  timestamp,
  blockchain,
  receipt,
  checks,
}: EvidenceVerdict): string[] {
  const lines: string[] = [];
  if (timestamp !== undefined && !confirmed_by.includes('root'))
    lines.push(
      `NOT CONFIRMED: a time stamp of ${timestamp.gen_time}; its chain leads to no root that you trust (--root).`,
    );
  if (blockchain !== undefined && blockchain.anchors.length === 0)
    lines.push('NOT CONFIRMED: the document is in the log, but the log is not on a chain yet.');
  for (const anchor of blockchain?.anchors ?? []) {
    if (anchor.shown === 'consistent')
      lines.push(
        `NOT CONFIRMED: leads to ${blockOf(anchor)}; the chain itself was not asked (--trusted-block or --rpc).`,
      );
  }
  if (receipt !== undefined && !receipt.signed)
    lines.push('NOT CONFIRMED: a receipt of a log; no key of that log was given (--log-key).');
  if (checks.some(({ name }) => name.startsWith('originstamp.')))
    lines.push('NOT CONFIRMED: an OriginStamp file names no block; look up the address of its root.');
  return lines;
}

function blockOf({ block_number, network, network_name, block_time }: AnchorSummary): string {
  const known = network_name === undefined ? '' : `, ${network_name}`;
  return `block ${block_number} of ${network}${known} (${block_time})`;
}
