/** The store behind the public verification page. */

import type { AnchorTrust } from '@sello/proof';
import type { AuditNote } from '../../audit/ports.ts';
import type { Certificate } from '../../certificates/certificate.ts';
import type { StoredToken } from '../../certificates/ports.ts';
import type { AccountId, CertificateId } from '../../kernel/ids.ts';
import type { IssuedDocument } from './issued-document.ts';

export type PublishedCertificate = {
  /** The account that owns the certificate. It is never shown. */
  accountId: AccountId;
  /** The name of the account, if its settings let public pages show it. */
  certifiedBy: string | undefined;
  /** Whether the owner hides title and file name; then `certificate` has neither. */
  namesHidden: boolean;
  certificate: Certificate;
  /** The time of the first checkpoint that covers the certificate. */
  loggedAt: Date | undefined;
  /** Who could rewrite the chain in which the certificate is anchored; undefined while it is in none. */
  chainTrust: AnchorTrust | undefined;
  /** True if no public page of this account has been opened yet. */
  isFirstLook: boolean;
};

/** The state of a document that this service issued. Undefined for a certificate over any other file. */
export type IssuedDocuments = {
  find(accountId: AccountId, code: string, baseUrl: string): Promise<IssuedDocument | undefined>;
};

/** Finds certificates by the code in their public URL. */
export type PublicStore = {
  find(code: string): Promise<PublishedCertificate | undefined>;
  withToken(code: string): Promise<(PublishedCertificate & { token: StoredToken }) | undefined>;
  /** Records when a public page of the account was first opened; later calls change nothing. */
  markOpened(accountId: AccountId, now: Date): Promise<void>;
  countView(accountId: AccountId, certificateId: CertificateId): Promise<void>;
};

/** What an owner has decided about the public page of a certificate. */
type PageSettings = { hidesNames: boolean; isOff: boolean };

export type PageState = PageSettings & { views: number };

/** The owner's controls of public pages. */
export type PageControls = {
  state(accountId: AccountId, certificateId: CertificateId): Promise<PageState>;
  /** Writes the settings and the entry in the audit log in one transaction. */
  change(
    accountId: AccountId,
    certificateId: CertificateId,
    to: PageSettings,
    note: AuditNote,
  ): Promise<void>;
  /** Gives the page another address; the old one stops working at once. */
  moveTo(accountId: AccountId, certificateId: CertificateId, code: string, note: AuditNote): Promise<void>;
};
