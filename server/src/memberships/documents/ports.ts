/** The port that renders documents, and the port by which operations order a document. */

import type { Readable } from 'node:stream';
import type { CertificateRecord } from '../../certificates/certificate-record.ts';
import type { CertificateId, DocumentId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { Holder } from '../../kernel/shares/shared.ts';
import type { RecordCanonizer } from '../learner-records/ports.ts';
import type { DocumentMaterial } from './content.ts';

export type DocumentWriter = {
  /** Prepares for rendering before the first request. */
  warm(): void;
  /**
   * The same material always gives the same bytes, in any process. If too many documents are being rendered, in total
   * or for this `holder` (an account), it rejects before it fetches the material.
   */
  write(holder: Holder, prepare: () => Promise<DocumentMaterial>): Promise<Uint8Array>;
};

/**
 * Makes the PDF of a requested document and certifies it. Rejects with the reason if that fails. `attempts` is the
 * number of times that the queue has tried the document. If it is given, temporary failures are retried later.
 */
export type IssueDocument = (owner: Owner, id: DocumentId, attempts?: number) => Promise<void>;

export type DocumentPorts = {
  issueDocument: IssueDocument;
  documentWriter: DocumentWriter;
  recordCanonizer: RecordCanonizer;
  /** Opens a file that was certified; each call gives the same bytes. Undefined if the file is no longer kept. */
  openOriginal(owner: Owner, sha256: Sha256Hex): Promise<Readable | undefined>;
  /** The bytes of a file that was certified. Undefined if the file is no longer kept. */
  readOriginal(owner: Owner, sha256: Sha256Hex): Promise<Uint8Array | undefined>;
  /** A certificate of the owner, as answers show it. */
  showCertificate(owner: Owner, id: CertificateId): Promise<CertificateRecord>;
};
