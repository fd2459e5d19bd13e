/** Computes the hash over a transcript. If a single digit anywhere changes, the hash differs. */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Transcript } from './transcript.ts';

export function transcriptHash({ sha256: _, ...rest }: Transcript): string {
  return createHash('sha256')
    .update(canonicalize(rest) ?? '')
    .digest('hex');
}

export function sealTranscript(transcript: Omit<Transcript, 'sha256'>): Transcript {
  const unsealed = { ...transcript, sha256: '' };
  return { ...unsealed, sha256: transcriptHash(unsealed) };
}
