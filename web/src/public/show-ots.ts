/**
 * Shows what an OpenTimestamps file (`.ots`) attests. The blocks are not looked up, because this page asks no chain.
 */

import {
  decodeOtsFile,
  encodeHex,
  equalBytes,
  evaluateOts,
  type OtsAttestation,
  ProofError,
  webCryptoEngine,
} from '@sello/proof';
import { make, mark } from './page-parts.ts';
import { WORDS } from './page-words.ts';

/** `digest` is the SHA-256 of the document, if there is a document. */
export async function showOts(bytes: Uint8Array, digest: Uint8Array | undefined): Promise<HTMLElement[]> {
  try {
    const file = decodeOtsFile(bytes);
    const isOther = digest !== undefined && !equalBytes(digest, file.digest);
    const attested = await evaluateOts(webCryptoEngine, file);
    const lines = attested.map(({ attestation, message }) =>
      make('li', '', ...attests(attestation, message)),
    );
    return [
      summary(isOther ? 'invalid' : 'unconfirmed', isOther ? WORDS.ots.other : WORDS.ots.unconfirmed),
      make('p', '', `${WORDS.ots.digest} `, make('code', 'mono', encodeHex(file.digest))),
      ...(digest === undefined ? [make('p', 'muted', WORDS.ots.noFile)] : []),
      make('ul', 'statements', ...lines),
      make('p', 'muted small', WORDS.foreign.ots),
    ];
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return [summary('invalid', WORDS.ots.damaged)];
  }
}

function summary(verdict: 'unconfirmed' | 'invalid', headline: string): HTMLElement {
  const text = make('p', 'checks-headline', `${WORDS.verdicts[verdict]}: ${headline}`);
  const box = make('div', 'checks-summary', mark(verdict === 'invalid' ? 'fail' : 'unconfirmed'), text);
  box.dataset.verdict = verdict;
  return box;
}

/** Bitcoin shows a Merkle root with its bytes reversed. */
function attests(attestation: OtsAttestation, message: Uint8Array): (Node | string)[] {
  if (attestation.kind === 'pending') return [WORDS.ots.pending, ' ', make('bdi', '', attestation.uri)];
  if (attestation.kind === 'unknown') return [WORDS.ots.unknown];
  const root = attestation.kind === 'ethereum' ? message : message.toReversed();
  const where = `${WORDS.ots.block} ${attestation.height} (${attestation.kind}), ${WORDS.ots.root}`;
  return [`${where} `, make('code', 'mono', encodeHex(root))];
}
