/**
 * A document requested with an Idempotency-Key is made only once.
 *
 * Crash point: the answer is kept with the key only after the document was certified. After a kill in between, the worker
 * may finish the document before the retry comes, so the retry must find it: its id is derived from the key.
 */

import { encodeBase62 } from '../../kernel/base62.ts';
import type { DocumentId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { KEPT_MS } from '../../operations/idempotency/idempotency.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Requester } from './document.ts';
import { findDocument } from './pg-documents.ts';
import { askForDocuments, type WantedDocument } from './pg-queue.ts';

/** Finds the document of an earlier attempt of the same request. */
export async function askedBefore(
  tools: Pick<Tools, 'query' | 'now'>,
  owner: Owner,
  once: Uint8Array | undefined,
): Promise<DocumentId | undefined> {
  if (once === undefined) return undefined;
  const document = await findDocument(tools, owner, idOf(once));
  if (document === undefined) return undefined;
  const isForgotten = document.createdAt.getTime() <= tools.now().getTime() - KEPT_MS;
  return isForgotten ? undefined : document.id;
}

export async function askForOne(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  owner: Owner,
  wanted: WantedDocument,
  by: Requester,
  once: Uint8Array | undefined,
): Promise<DocumentId> {
  const derived = once && idOf(once);
  const isTaken = derived !== undefined && (await findDocument(tools, owner, derived)) !== undefined;
  const named = { ...wanted, ...(derived !== undefined && !isTaken && { id: derived }) };
  const [id] = await askForDocuments(tools, owner, [named], by, tools.now());
  if (id === undefined) throw new Error(`${wanted.memberId} got no ${wanted.kind}`);
  return id;
}

function idOf(once: Uint8Array): DocumentId {
  return `doc_${encodeBase62(once.subarray(0, 16), 22)}` as DocumentId;
}
