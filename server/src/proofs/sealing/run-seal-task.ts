/** Judges and seals PDFs. The same PDF, id and stamp give the same bytes, in any process. */

import { createHash } from 'node:crypto';
import {
  appendValidationData,
  decodeTimestampResponse,
  fillStamp,
  ProofError,
  prepareStamp,
  type UnstampedPdf,
} from '@sello/proof';
import type { SealFault } from '../../certificates/sealing/seal.ts';
import type { SealTask } from './task.ts';

/** Room for a token with its chain and revocation answers. Known tokens have 2 to 8 KiB. */
const TOKEN_BYTES = 32 << 10;

/** `judge` answers with the name of the fault, or with nothing. */
export async function runSealTask(task: SealTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'judge':
      return Buffer.from(faultOf(task.pdf) ?? '');
    case 'digest':
      return digestOf(task.pdf, prepareStamp(task.pdf, TOKEN_BYTES, task.fileId));
    case 'revisions':
      return revisions(task);
  }
}

/** Makes all of the sealing with an empty stamp, so that the stamp that is bought later is sure to fit. */
function faultOf(pdf: Uint8Array): SealFault | undefined {
  if (!startsAsPdf(pdf)) return 'not_pdf';
  const fileId = new Uint8Array(16);
  try {
    const stamped = Buffer.concat([pdf, prepareStamp(pdf, TOKEN_BYTES, fileId).revision]);
    appendValidationData(stamped, { certificates: [fileId], crls: [], ocsps: [] }, fileId);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    if (error.code === 'pdf_encrypted') return error.code;
    return error.code === 'pdf_locked' ? 'pdf_certified_no_changes' : 'pdf_malformed';
  }
}

/** Readers take a file for a PDF if its header stands in the first kilobyte. */
function startsAsPdf(pdf: Uint8Array): boolean {
  return Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.length, 1_024)).includes('%PDF-');
}

function digestOf(pdf: Uint8Array, { revision, gap }: UnstampedPdf): Uint8Array {
  return createHash('sha256')
    .update(pdf)
    .update(revision.subarray(0, gap.start))
    .update(revision.subarray(gap.end))
    .digest();
}

function revisions({ pdf, fileId, tsr, data }: Extract<SealTask, { kind: 'revisions' }>): Uint8Array {
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) throw new Error('A stored response contains no token');
  const stamp = fillStamp(prepareStamp(pdf, TOKEN_BYTES, fileId), token.der);
  const stamped = Buffer.concat([pdf, stamp]);
  return Buffer.concat([stamp, appendValidationData(stamped, data, fileId)]);
}
