/** Checks the proofs of the page's certificate with the same code as `sello verify`. Loaded on demand. */

import {
  acr2SeProfile,
  decodePem,
  type Evidence,
  type EvidenceCheck,
  equalBytes,
  parseHex,
  type Quirk,
  type TrustProfile,
  verifyEvidence,
  webCryptoEngine,
} from '@sello/proof';
import { checkList } from './check-list.ts';
import type { Compared, FileDigest } from './compare-file.ts';
import { WORDS } from './page-words.ts';
import type { PublicRecord } from './public-record.ts';

type Subject = { code: string; certified: FileDigest; compared: Compared | undefined };

/** Rejects when a proof cannot be downloaded. */
export async function verifyHere({ code, certified, compared }: Subject): Promise<HTMLElement[]> {
  const record = await download(`/v/${code}.json`);
  if (record === undefined) throw new Error('the page is not there any more');
  const { nom151, proofs } = JSON.parse(textOf(record)) as PublicRecord;
  const [tsr, chainPem, ers, xml, logKeys] = await Promise.all([
    download(`/v/${code}/proof?type=nom151`),
    download(`/v/${code}/proof?type=chain`),
    nom151.shared ? download(`/v/${code}/proof?type=record`) : undefined,
    proofs.some(({ type, ready }) => type === 'blockchain' && ready)
      ? download(`/v/${code}/proof?type=blockchain`)
      : undefined,
    download('/log/keys'),
  ]);
  if (tsr === undefined || chainPem === undefined) throw new Error('the proofs are not there');
  const certificates = decodePem('CERTIFICATE', textOf(chainPem));
  const digest = compared?.digest ?? parseHex(certified.value);
  const evidence: Evidence = {
    tsr,
    certificates,
    now: new Date(),
    digest: async (algorithm) => (algorithm === certified.algorithm ? digest : undefined),
    ...(ers && { record: ers }),
    ...(xml && { xml }),
    ...(logKeys && { servedLogKeys: keysIn(logKeys) }),
  };
  const trust = [acr2SeProfile(), ...ownProfile(certificates, toleratedIn(nom151))];
  const verdict = await verifyEvidence(webCryptoEngine, evidence, trust);
  const checks = [fileCheck(compared), ...verdict.checks, ...(xml === undefined ? [NOT_ANCHORED] : [])];
  return checkList({ ...verdict, checks });
}

/**
 * All keys of the log, including retired ones, because the checkpoint of an older proof may have only their signature.
 */
function keysIn(answer: Uint8Array): string[] {
  const answered = JSON.parse(textOf(answer)) as { keys: { key: string }[]; ml_dsa_keys: { key: string }[] };
  return [...answered.keys, ...answered.ml_dsa_keys].map(({ key }) => key);
}

/** Downloads a proof. Undefined if there is none yet. */
export async function download(address: string): Promise<Uint8Array | undefined> {
  const answer = await fetch(address);
  if (answer.status >= 500) throw new Error(`${address} answered ${answer.status}`);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
}

/**
 * Trusts the root that the page itself serves, for authorities that are not accredited. Such a root shows that the
 * proofs are consistent and confirms nothing, because a forger of the page would serve a root of their own.
 */
export function ownProfile(
  certificates: readonly Uint8Array[],
  toleratedQuirks: readonly Quirk[],
): TrustProfile[] {
  const root = certificates.at(-1);
  // Stamps under the accredited root must follow the rules of that root.
  if (root === undefined || acr2SeProfile().roots.some((known) => equalBytes(known, root))) return [];
  return [
    {
      name: WORDS.ownChain,
      roots: [root],
      policies: 'any',
      toleratedQuirks,
      accredited: false,
      from: 'evidence',
    },
  ];
}

/** Quirks that were tolerated when the stamp was received; the page lists them. An unknown code tolerates nothing. */
function toleratedIn(nom151: PublicRecord['nom151']): Quirk[] {
  return nom151.warnings.map(({ code }) => code as Quirk);
}

function fileCheck(compared: Compared | undefined): EvidenceCheck {
  const name = 'document.file';
  if (compared === undefined) return { name, outcome: 'skipped', because: WORDS.file.none };
  return compared.isMatch
    ? { name, outcome: 'pass', because: WORDS.file.match }
    : { name, outcome: 'fail', because: WORDS.file.mismatch };
}

const NOT_ANCHORED: EvidenceCheck = {
  name: 'blockchain.structure',
  outcome: 'skipped',
  because: WORDS.stillAnchoring,
};

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
