/** What the public verification page needs of the outside world. */

import type { AnchorTrust } from '@sello/proof';
import type { Certificate } from '../../certificates/certificate.ts';
import type { StoredToken } from '../../certificates/ports.ts';
import type { AccountId } from '../../kernel/ids.ts';

export type PublishedCertificate = {
  /** Whose it is. Never shown. */
  accountId: AccountId;
  certificate: Certificate;
  /** When the log first stated a size that covers it. */
  loggedAt: Date | undefined;
  /** Who could rewrite the chain that holds it; undefined while none does. */
  chainTrust: AnchorTrust | undefined;
  /** Nobody has looked at a page of this account yet. */
  isFirstLook: boolean;
};

/** Certificates by the code of their public address, whoever asks. */
export type PublicStore = {
  find(code: string): Promise<PublishedCertificate | undefined>;
  withToken(code: string): Promise<(PublishedCertificate & { token: StoredToken }) | undefined>;
  /** Writes down that a page of the account was looked at. The first time stays. */
  markOpened(accountId: AccountId, now: Date): Promise<void>;
};
