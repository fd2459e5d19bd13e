/** Documents: finding, recording and updating them. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Text } from '../../kernel/errors.ts';
import type { AwardId, CertificateId, DocumentId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { replaceBadge } from '../badges/pg-badges.ts';
import type { DocumentContent } from './content.ts';
import { DOCUMENT_KINDS, DOCUMENT_STATUSES, type Document, type Requester } from './document.ts';

type Ports = Pick<Tools, 'query'>;

const COLUMNS = `d.id, d.livemode, d.kind, d.member_id, d.award_id, d.renewal_id, d.asked, d.requested_by, d.status, d.error,
  d.message, d.folio, d.code, d.content, d.certificate_id, d.reason, d.replaced_by, d.erased_at, d.created_at, d.updated_at`;

export async function findDocument(
  { query }: Ports,
  { accountId, livemode }: Owner,
  documentId: DocumentId,
): Promise<Document | undefined> {
  const rows = await query(
    `select ${COLUMNS} from documents d where d.account_id = $1 and d.livemode = $2 and d.id = $3`,
    [accountId, livemode, documentId],
    'find-document',
  );
  return rows[0] && toDocument(rows[0]);
}

/** The documents of an award that were not replaced: first the valid one, then one that is in progress or failed. */
export async function diplomasOf({ query }: Ports, awardId: AwardId): Promise<Document[]> {
  const rows = await query(
    `select ${COLUMNS} from documents d where d.award_id = $1 and d.replaced_by is null order by d.status = 'certified' desc`,
    [awardId],
    'diplomas-of-award',
  );
  return rows.map(toDocument);
}

/**
 * Locks the document for the process that makes it. Undefined if a living process is already making it. Whether a
 * process has died is known from its lock (`database/presence.ts`).
 */
export async function claimDocument(
  { query }: Ports,
  documentId: DocumentId,
  process: number,
): Promise<Document | undefined> {
  const rows = await query(
    `update documents d set claimed_by = $2
      where d.id = $1 and (d.claimed_by is null or d.claimed_by = $2 or not process_is_alive(d.claimed_by))
     returning ${COLUMNS}`,
    [documentId, process],
    'claim-document',
  );
  return rows[0] && toDocument(rows[0]);
}

export async function writeDown(
  { query }: Ports,
  documentId: DocumentId,
  written: { folio: string | undefined; code: string; content: DocumentContent; at: Date },
): Promise<void> {
  await query(
    'update documents set folio = $2, code = $3, content = $4, updated_at = $5 where id = $1',
    [documentId, written.folio, written.code, JSON.stringify(written.content), written.at],
    'write-document-down',
  );
}

/**
 * Marks the document as certified. The document that it replaces, and that document's badge, then count as replaced.
 */
export async function markCertified(
  { query }: Ports,
  { id: documentId, awardId }: Pick<Document, 'id' | 'awardId'>,
  certificateId: CertificateId,
  at: Date,
): Promise<Document> {
  const replaced = await query(
    `update documents set replaced_by = $2, updated_at = $3
      where award_id = $1 and status = 'certified' and replaced_by is null and id <> $2 returning id`,
    [awardId, documentId, at],
    'replace-document',
  );
  if (awardId !== undefined && replaced.length > 0) await replaceBadge({ query, now: () => at }, awardId);
  const [row] = await query(
    `update documents d set status = 'certified', certificate_id = $2, error = null, message = null, claimed_by = null,
            updated_at = $3 where d.id = $1 returning ${COLUMNS}`,
    [documentId, certificateId, at],
    'mark-certified',
  );
  if (row === undefined) throw new Error(`${documentId} is gone`);
  return toDocument(row);
}

/** Used in place of a time: the document is retried once its account has certificates again. */
export const WHEN_THERE_ARE_CERTIFICATES = 'infinity';

export type DueAt = Date | typeof WHEN_THERE_ARE_CERTIFICATES;

/**
 * `dueAt` is when the document is retried. If it is undefined, only a new request retries the document, but one that
 * already waits for certificates continues to wait.
 */
export async function markFailed(
  { query }: Ports,
  documentId: DocumentId,
  failure: { error: string; message: Text; at: Date; dueAt: DueAt | undefined },
): Promise<void> {
  await query(
    `update documents set status = case when $5::timestamptz is null and due_at < 'infinity' then 'failed' else 'queued' end,
            error = $2, message = $3, claimed_by = null, attempts = attempts + 1, due_at = coalesce($5, due_at), updated_at = $4
      where id = $1 and status <> 'certified'`,
    [documentId, failure.error, failure.message, failure.at, failure.dueAt],
    'mark-failed',
  );
}

function toDocument(row: Row): Document {
  return {
    id: read.id('doc', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    kind: read.oneOf(row, 'kind', DOCUMENT_KINDS),
    memberId: read.id('mem', row, 'member_id'),
    awardId: row.award_id === null ? undefined : read.id('awd', row, 'award_id'),
    renewalId: row.renewal_id === null ? undefined : read.id('rnw', row, 'renewal_id'),
    asked: row.asked === null ? undefined : read.record(row, 'asked'),
    requestedBy: read.shaped(row, 'requested_by', isRequester, 'who asked'),
    status: read.oneOf(row, 'status', DOCUMENT_STATUSES),
    error: read.optionalText(row, 'error'),
    message:
      row.message === null ? undefined : read.shaped(row, 'message', isText, 'words in both languages'),
    folio: read.optionalText(row, 'folio'),
    code: read.optionalText(row, 'code'),
    content: row.content === null ? undefined : read.shaped(row, 'content', isContent, 'content'),
    certificateId: row.certificate_id === null ? undefined : read.id('cert', row, 'certificate_id'),
    reason: read.optionalText(row, 'reason'),
    replacedBy: row.replaced_by === null ? undefined : read.id('doc', row, 'replaced_by'),
    erasedAt: read.optionalDate(row, 'erased_at'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
  };
}

function isRequester(value: unknown): value is Requester {
  return read.isRecord(value) && typeof value.type === 'string' && typeof value.id === 'string';
}

function isText(value: unknown): value is Text {
  return read.isRecord(value) && typeof value.es === 'string' && typeof value.en === 'string';
}

/** The content was written by `writeDown`, so checking its kind is enough. */
function isContent(value: unknown): value is DocumentContent {
  return read.isRecord(value) && DOCUMENT_KINDS.some((kind) => kind === value.kind);
}
