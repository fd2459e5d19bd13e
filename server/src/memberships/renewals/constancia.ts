/** The constancia de vigencia of a renewal. It is queued at the approval, if it was requested. */

import { AppError } from '../../kernel/errors.ts';
import type { DocumentId } from '../../kernel/ids.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { askForDocuments } from '../documents/pg-queue.ts';
import { note } from '../note-change.ts';
import { renewalNotFound } from './lock-renewal.ts';
import { findRenewal } from './pg-renewals.ts';
import type { Renewal } from './renewal.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'newId'>;

/**
 * Queues the constancia in the transaction of the approval. It is made later, so that an unavailable provider does not
 * undo the approval.
 */
export async function queueConstancia(
  tools: Ports,
  who: Who,
  { id: renewalId, memberId }: Pick<Renewal, 'id' | 'memberId'>,
): Promise<DocumentId | undefined> {
  const wanted = { kind: 'constancia', memberId, renewalId } as const;
  const [id] = await askForDocuments(tools, who, [wanted], who.by, tools.now());
  if (id !== undefined)
    await note(tools, who, 'document.create', id, { kind: 'constancia', renewal_id: renewalId });
  return id;
}

/**
 * The document of an approved renewal, which is requested now if it was not before. `isThere` says whether it is
 * certified.
 */
export async function askConstancia(
  tools: Ports,
  who: Who,
  named: string,
): Promise<{ renewal: Renewal; documentId: DocumentId; isThere: boolean }> {
  const renewalId = parseId('rnw', named);
  const renewal = renewalId && (await findRenewal(tools, who, renewalId));
  if (renewal === undefined) throw renewalNotFound();
  const { constancia } = renewal;
  if (constancia?.status === 'certified')
    return { renewal, documentId: constancia.documentId, isThere: true };
  if (renewal.status !== 'approved') throw noConstanciaFor(renewal);
  const documentId = constancia?.documentId ?? (await queueConstancia(tools, who, renewal));
  if (documentId === undefined) throw new Error(`${renewal.id} got no constancia`);
  return { renewal, documentId, isThere: false };
}

export function noConstanciaFor({ id, status }: Pick<Renewal, 'id' | 'status'>): AppError {
  return new AppError('invalid_transition', {
    en: `\`${id}\` is \`${status}\`; a constancia needs a renewal that is \`approved\`.`,
    es: `\`${id}\` está en \`${status}\`; una constancia necesita una renovación en \`approved\`.`,
  });
}
