/** Sends a proof. Proofs may contain callers' text, so browsers must never display or run them. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isKnownTo, sendNotModified } from '../http/caching/etag.ts';
import { attachment } from '../http/content-disposition.ts';
import { NEVER_RUN } from '../http/send-download.ts';
import type { FileAddress, ProofFile } from './fetch-proof.ts';

export function sendProof(request: FastifyRequest, reply: FastifyReply, proof: ProofFile | FileAddress) {
  return 'url' in proof ? reply.redirect(proof.url, 302) : sendProofFile(request, reply, proof);
}

function sendProofFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, contentType, fileName }: ProofFile,
) {
  reply.headers(NEVER_RUN);
  if (isKnownTo(request, reply, etagOf(bytes))) return sendNotModified(reply);
  return reply.type(contentType).header('content-disposition', attachment(fileName)).send(bytes);
}
