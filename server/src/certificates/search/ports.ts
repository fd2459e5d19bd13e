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
  /** The number up to which words are indexed. */
  indexedTo: number;
  /** Whether most of all indexed certificates belong to this account and mode. */
  isMostOfAll: boolean;
  /** A number that changes whenever a certificate is changed. */
  changes: number;
  /** The number of the certificate after which the page begins; undefined if the account has none with that id. */
  afterNumber: number | undefined;
  /** Which words of the search occur often in the newest certificates, in the order of the words. */
  commonWords: readonly boolean[];
  /** Whether `q` is the folio of a certificate, or the beginning of a fingerprint. If so, exactly that is found. */
  isExact: boolean;
};

export type Part = { order: 'asc' | 'desc'; limit: number; offset: number };

export type CertificateSearch = {
  scope(filter: CertificateFilter, after: CertificateId | undefined): AccountRead<SearchScope>;
  /** Counts the matches numbered above `low` and up to `high`. */
  count(owner: Owner, filter: CertificateFilter, scope: SearchScope): Promise<number>;
  /** The numbers of the matches above `low` and up to `high`. All of them are found before the page is cut out. */
  numbers(owner: Owner, filter: CertificateFilter, scope: SearchScope, part: Part): Promise<number[]>;
  /** Reads these certificates, in the order of `numbers`. */
  at(numbers: readonly number[]): AccountRead<Certificate[]>;
};

export type SearchIndex = {
  /** The accounts and modes with many certificates whose words are not indexed yet. */
  behind(): Promise<Owner[]>;
  /** Indexes the next certificates, and returns how many. */
  indexNext(owner: Owner): Promise<number>;
};
