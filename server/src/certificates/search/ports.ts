/** Lists of certificates that are searched or filtered. */

import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { AccountRead } from '../../operations/account-read.ts';
import type { Certificate } from '../certificate.ts';
import type { CertificateFilter } from '../ports.ts';

/** Where a search looks: certificates numbered above `low` and up to `high`. */
export type SearchScope = {
  low: number;
  high: number;
  /** Above this, words are not indexed yet. */
  indexedTo: number;
  /** Changes whenever a certificate is changed. */
  changes: number;
  /** The number of the certificate that the page comes after; undefined if the account has none with that id. */
  afterNumber: number | undefined;
  /** Whether `q` is the folio of a certificate, or begins the fingerprint of one: then it finds exactly that. */
  isExact: boolean;
};

export type Part = { order: 'asc' | 'desc'; limit: number; offset: number };

export type CertificateSearch = {
  scope(filter: CertificateFilter, after: CertificateId | undefined): AccountRead<SearchScope>;
  /** How many match, numbered above `low` and up to `high`. */
  count(owner: Owner, filter: CertificateFilter, scope: SearchScope): Promise<number>;
  /**
   * The numbers of those that match, above `low` and up to `high`: all of them are found before the page is cut out.
   */
  numbers(owner: Owner, filter: CertificateFilter, scope: SearchScope, part: Part): Promise<number[]>;
  /** In the order of `numbers`. */
  at(numbers: readonly number[]): AccountRead<Certificate[]>;
};

export type SearchIndex = {
  /** Accounts and modes with many certificates whose words are not indexed yet. */
  behind(): Promise<Owner[]>;
  /** Indexes the next of them; how many. */
  indexNext(owner: Owner): Promise<number>;
};
