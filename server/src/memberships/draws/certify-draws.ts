/**
 * Certifies the sealed documents of draws. Crash points: the document and the code of its certificate are fixed earlier
 * (`follow-draws.ts`), and `certifyDocument` makes only one certificate for a code. So this may run again at any
 * moment, in any process.
 */

import { type CertifyDocumentPorts, certifyDocument, makerOf } from '../../certificates/certify-document.ts';
import type { Database } from '../../database/pool.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Owner } from '../../kernel/owner.ts';
import { tell } from '../events.ts';
import type { Draw } from './draw.ts';
import { findDraw, readDocument } from './pg-draws.ts';
import { drawsToCertify, lockDraw, markSealed, noteFailure } from './pg-follow-draws.ts';

export type CertifyDrawsPorts = CertifyDocumentPorts & {
  records: Pick<Database, 'query' | 'transaction'>;
  logger: Logger;
};

/**
 * If the allowance is used up or no provider answers, certifying is tried again after this time, as often as needed.
 */
const TRY_AGAIN_MS = 60_000;

/** Resolves with how many documents were certified. */
export async function certifyDraws(ports: CertifyDrawsPorts): Promise<number> {
  let certified = 0;
  for (const { owner, drawId } of await drawsToCertify(ports.records.query, ports.now())) {
    const draw = await findDraw(ports.records, owner, drawId);
    if (draw === undefined) continue;
    try {
      await certifyDraw(ports, owner, draw);
      certified += 1;
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal_error';
      if (!(error instanceof AppError)) ports.logger.error('draw.failed', { id: drawId, error });
      const dueAt = new Date(ports.now().getTime() + TRY_AGAIN_MS);
      await noteFailure(ports.records.query, drawId, code, dueAt);
    }
  }
  return certified;
}

async function certifyDraw(ports: CertifyDrawsPorts, owner: Owner, draw: Draw): Promise<void> {
  const { id, code, number, sealedBy } = draw;
  const document = await readDocument(ports.records.query, id);
  if (document === undefined || code === undefined) throw new Error(`${id} has no document`);
  const certificate = await certifyDocument(ports, owner, {
    code,
    bytes: Buffer.from(document, 'utf8'),
    fileName: `sorteo-${number}.json`,
    title: `Sorteo de verificación ${number} · ${draw.name}`,
    documentType: 'draw',
    mime: 'application/json',
    ...makerOf(sealedBy),
  });
  const at = ports.now();
  await ports.records.transaction(async (query) => {
    const isUncertified = ({ certificateId }: Draw) => certificateId === undefined;
    const locked = await lockDraw(query, { owner, drawId: id }, isUncertified);
    if (locked === undefined) return;
    const stampedAt = certificate.timestamp.genTime;
    await markSealed(query, id, { certificateId: certificate.id, stampedAt, at });
    if (locked.status !== 'sealing') return;
    const data = { id, object: 'draw', program_id: draw.programId, number, status: 'sealed' };
    await tell({ query, now: () => at }, owner, [{ type: 'draw.sealed', data }]);
  });
}
