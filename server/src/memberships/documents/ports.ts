/** The port that draws documents, and the port by which operations have one made. */

import type { Readable } from 'node:stream';
import type { CertificateRecord } from '../../certificates/certificate-record.ts';
import type { CertificateId, DocumentId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { Holder } from '../../kernel/shares/shared.ts';
import type { DocumentMaterial } from './content.ts';

export type DocumentWriter = {
  /** Prepares for drawing before the first request. */
  warm(): void;
  /**
   * The same material gives the same bytes, in any process and whatever was written before. Rejects, before
   * fetching the material, if too many documents are being drawn, for `holder` (an account) or in total.
   */
  write(holder: Holder, prepare: () => Promise<DocumentMaterial>): Promise<Uint8Array>;
};

/**
 * Makes the PDF of a requested document and certifies it; rejects with the reason if it cannot be made. `attempts`: how
 * often the queue tried it before; if given, temporary failures are retried later.
 */
export type IssueDocument = (owner: Owner, id: DocumentId, attempts?: number) => Promise<void>;

export type DocumentPorts = {
  issueDocument: IssueDocument;
  documentWriter: DocumentWriter;
  /** The same bytes every time that it is called; undefined if the file is not kept any more. */
  openOriginal(owner: Owner, sha256: Sha256Hex): Promise<Readable | undefined>;
  /** The bytes of a file that was certified; undefined if it is not kept any more. */
  readOriginal(owner: Owner, sha256: Sha256Hex): Promise<Uint8Array | undefined>;
  /** A certificate of the owner, as answers show it. */
  showCertificate(owner: Owner, id: CertificateId): Promise<CertificateRecord>;
};
