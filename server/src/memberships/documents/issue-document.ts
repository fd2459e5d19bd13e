/**
 * Issues a document: records it, renders it, certifies it, and stores the certificate's id.
 *
 * Crash points. Folio, code and printed content are stored in one transaction before anything is rendered, with the id
 * of this process. After a kill, the next process to find the row sees that the other process is dead, renders the same
 * bytes and certifies them under the same code, which `certifyDocument` does only once: one folio, one certificate,
 * whichever step was interrupted. All state is in the database and the file store.
 */

import { verificationUrl } from '../../certificates/certificate.ts';
import { type CertifyDocumentPorts, certifyDocument, makerOf } from '../../certificates/certify-document.ts';
import { newCode } from '../../certificates/certify-file.ts';
import { forgetDocuments } from '../../certificates/erasing/pg-forgotten-documents.ts';
import { allowanceExhausted } from '../../certificates/start-refusals.ts';
import { currentHolder } from '../../database/current-request.ts';
import type { Database, Query } from '../../database/pool.ts';
import { dayText } from '../../http/pages/times.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { CertificateId, DocumentId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { certificatesLeft } from '../allowance.ts';
import { readImages, readSealsDocuments } from '../council/pg-council.ts';
import { tell } from '../events.ts';
import { note } from '../note-change.ts';
import type { DocumentContent, DocumentMaterial } from './content.ts';
import {
  beingMade,
  DOCUMENT_TYPES,
  type Document,
  type DocumentKind,
  isWritten,
  type WrittenDocument,
} from './document.ts';
import {
  claimDocument,
  type DueAt,
  findDocument,
  markCertified,
  markFailed,
  WHEN_THERE_ARE_CERTIFICATES,
  writeDown,
} from './pg-documents.ts';
import type { DocumentWriter, IssueDocument } from './ports.ts';

/** The printed content, from the present records. Rejects if the state of a record does not allow the document. */
export type Compose = (
  tools: Pick<Tools, 'query' | 'now'>,
  owner: Owner,
  document: Document,
) => Promise<{ content: DocumentContent; folio?: string }>;

export type IssuePorts = CertifyDocumentPorts & {
  records: Pick<Database, 'query' | 'transaction'>;
  /** The number by which others can tell that this process is alive. */
  process: () => number;
  documentWriter: DocumentWriter;
  logger: Logger;
};

export type IssueSettings = { baseUrl: string; serviceName: string };

/** Makes the function that issues documents. Requests for the same document in this process share one run. */
export function makeIssueDocument(
  ports: IssuePorts,
  settings: IssueSettings,
  compose: Readonly<Record<DocumentKind, Compose>>,
): IssueDocument {
  const underWay = new Map<DocumentId, Promise<void>>();
  return (owner, id, attempts) => {
    const running = underWay.get(id);
    if (running !== undefined) return running;
    const isQueued = attempts !== undefined;
    const run = (isQueued ? assertCertificatesLeft(ports, owner) : Promise.resolve())
      .then(() => issue(ports, settings, compose, owner, id))
      .catch(async (error: unknown) => {
        await noteFailure(ports, owner, id, error, attempts);
        throw error;
      })
      .finally(() => underWay.delete(id));
    underWay.set(id, run);
    return run;
  };
}

async function issue(
  ports: IssuePorts,
  settings: IssueSettings,
  compose: Readonly<Record<DocumentKind, Compose>>,
  owner: Owner,
  id: DocumentId,
): Promise<void> {
  const document = await ports.records.transaction((query) => prepare(ports, compose, query, owner, id));
  if (document === undefined) return;
  const bytes = await ports.documentWriter.write(currentHolder() ?? owner.accountId, () =>
    materialOf(ports, settings, owner, document),
  );
  const certificate = await certifyDocument(ports, owner, {
    code: document.code,
    bytes,
    ...namesOf(document),
    documentType: DOCUMENT_TYPES[document.kind],
    ...makerOf(document.requestedBy),
    seals: await readSealsDocuments(ports.records, owner.accountId),
  });
  await ports.records.transaction((query) => finish(ports, query, owner, document, certificate.id));
}

/**
 * A document in the queue gets its folio only when its account has a certificate for it; until then the document can be
 * dropped. If another document then takes the last certificate, this one keeps its folio and waits.
 */
async function assertCertificatesLeft(
  { records }: IssuePorts,
  { accountId, livemode }: Owner,
): Promise<void> {
  if (livemode && (await certificatesLeft(records, accountId)) === 0) throw allowanceExhausted();
}

/** Fixes the printed content. Undefined if the document is already certified. */
async function prepare(
  ports: IssuePorts,
  compose: Readonly<Record<DocumentKind, Compose>>,
  query: Query,
  owner: Owner,
  id: DocumentId,
): Promise<WrittenDocument | undefined> {
  const document = await claimDocument({ query }, id, ports.process());
  if (document === undefined) throw beingMade();
  if (document.status === 'certified') return undefined;
  if (isWritten(document)) return document;
  const { content, folio } = await compose[document.kind]({ query, now: ports.now }, owner, document);
  const code = newCode(ports);
  const at = ports.now();
  await writeDown({ query }, id, { folio, code, content, at });
  // Reads the content back as it was stored, because the order of JSON fields must not affect the PDF.
  const written = await findDocument({ query }, owner, id);
  if (written === undefined || !isWritten(written)) throw new Error(`${id} was not written down`);
  return written;
}

async function materialOf(
  { records }: IssuePorts,
  { baseUrl, serviceName }: IssueSettings,
  owner: Owner,
  { livemode, content, code, createdAt }: WrittenDocument,
): Promise<DocumentMaterial> {
  const { logo, signatures } = content.council;
  const hashes = [logo, ...signatures.map(({ image }) => image)].filter((hash) => hash !== null);
  const { query } = records;
  const images = hashes.length === 0 ? new Map() : await readImages({ query }, owner.accountId, hashes);
  return {
    livemode,
    content,
    url: verificationUrl(baseUrl, { code }),
    images,
    serviceName,
    writtenAt: createdAt,
  };
}

/** The title and the file name. Neither contains the person's name, because both are on public pages. */
function namesOf({ kind, folio, content, code }: WrittenDocument): { title: string; fileName: string } {
  switch (content.kind) {
    case 'diploma':
      return { title: `Diploma ${folio} · ${content.title}`.slice(0, 500), fileName: `${folio}.pdf` };
    case 'constancia':
      return {
        title: `Constancia de vigencia · ${content.program}`,
        fileName: `constancia-de-vigencia-${code}.pdf`,
      };
    case 'transcript':
      return {
        title: `Historial de puntos al ${dayText(content.as_of, 'es')}`,
        fileName: `${kind}-${content.as_of}.pdf`,
      };
  }
}

async function finish(
  ports: IssuePorts,
  query: Query,
  owner: Owner,
  document: WrittenDocument,
  certificateId: CertificateId,
): Promise<void> {
  const { erasedAt, kind, folio, requestedBy } = await markCertified(
    { query },
    document,
    certificateId,
    ports.now(),
  );
  const who = { ...owner, by: { ...requestedBy, ip: undefined, userAgent: undefined } } as Who;
  const details = { kind, certificate_id: certificateId, ...(folio !== undefined && { folio }) };
  await note({ query, now: ports.now }, who, 'document.certify', document.id, details);
  const told = {
    status: 'certified' as const,
    certificate_id: certificateId,
    ...(folio !== undefined && { folio }),
  };
  await tellOf(query, owner, document, ports.now(), told);
  // If the member was anonymised while the document was being made, the document is erased now.
  if (erasedAt !== undefined) await forgetDocuments({ query }, owner, [certificateId], ports.now());
}

/** Writes the event of a diploma. Other documents are reported with the record to which they belong. */
async function tellOf(
  query: Query,
  owner: Owner,
  { id, kind, awardId, memberId }: Pick<WrittenDocument, 'id' | 'kind' | 'awardId' | 'memberId'>,
  at: Date,
  outcome: { status: 'certified' | 'failed' } & Record<string, string>,
): Promise<void> {
  if (kind !== 'diploma') return;
  const data = { id, object: 'diploma', award_id: awardId ?? null, member_id: memberId, ...outcome };
  await tell({ query, now: () => at }, owner, [{ type: `diploma.${outcome.status}`, data }]);
}

async function noteFailure(
  { records, now, logger }: IssuePorts,
  owner: Owner,
  id: DocumentId,
  error: unknown,
  attempts: number | undefined,
): Promise<void> {
  const known = error instanceof AppError ? error : new AppError('internal_error', UNKNOWN);
  if (!(error instanceof AppError)) logger.error('document.failed', { id, error });
  if (known.code === 'diploma_not_ready') return;
  const failure = {
    error: known.code,
    message: known.text,
    at: now(),
    dueAt: retryAt(known, attempts, now()),
  };
  // If this write fails too, the row stays queued and is retried.
  await records
    .transaction(async (query) => {
      await markFailed({ query }, id, failure);
      const document = await findDocument({ query }, owner, id);
      // A document that will be retried has not failed yet.
      if (document?.status === 'failed')
        await tellOf(query, owner, document, failure.at, { status: 'failed', error: known.code });
    })
    .catch((cause) => logger.warn('document.failure_not_noted', { id, cause }));
}

/** How often the queue tries a document. Failures that may pass by themselves are retried for about an hour. */
const MOST_ATTEMPTS = 10;
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'psc_error',
  'psc_timeout',
  'psc_unavailable',
  'storage_unavailable',
  'overloaded',
  'rate_limit_exceeded',
]);

function retryAt({ code }: AppError, attempts: number | undefined, now: Date): DueAt | undefined {
  if (attempts !== undefined && code === 'allowance_exhausted') return WHEN_THERE_ARE_CERTIFICATES;
  if (attempts === undefined || attempts >= MOST_ATTEMPTS || !PASSING.has(code)) return undefined;
  return new Date(now.getTime() + 2_000 * 2 ** attempts);
}

const UNKNOWN = {
  en: 'The document could not be made because of a fault of this service. Ask for it again.',
  es: 'No se pudo hacer el documento por una falla de este servicio. Pídalo de nuevo.',
};
