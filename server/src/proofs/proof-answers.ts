/** Sends a proof. Some contain callers' text, so browsers must never display or run one. */

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { attachment } from '../http/content-disposition.ts';
import type { FileAddress, ProofFile } from './fetch-proof.ts';

export function sendProof(reply: FastifyReply, proof: ProofFile | FileAddress) {
  return 'url' in proof ? reply.redirect(proof.url, 302) : sendProofFile(reply, proof);
}

function sendProofFile(reply: FastifyReply, { bytes, contentType, fileName }: ProofFile) {
  return (
    reply
      .type(contentType)
      .headers(NEVER_RUN)
      .header('content-disposition', attachment(fileName))
      // A strong validator (RFC 9110 §8.8.1): it identifies exactly these bytes.
      .header('etag', `"${createHash('sha256').update(bytes).digest('hex')}"`)
      .send(bytes)
  );
}

/** For content chosen by others on our own origin: never sniffed, never run. */
export const NEVER_RUN = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};
