/** Certificates as lines of a table: every field of the record, with the names of the record. */

import type { Certificate } from '../../certificates/certificate.ts';
import { CertificateSchema, type RecordSite, toRecord } from '../../certificates/certificate-record.ts';
import { CSV_START, csvLine } from '../../http/csv.ts';
import { columnsOf } from '../../http/record-table.ts';

const COLUMNS = columnsOf(CertificateSchema);

export const CSV_HEADER = CSV_START + csvLine(COLUMNS.map(({ name }) => name));

export function toCsvLines(site: RecordSite, certificates: readonly Certificate[]): string {
  return certificates
    .map((certificate) => {
      const record = toRecord(site, certificate);
      return csvLine(COLUMNS.map(({ of }) => of(record)));
    })
    .join('');
}

export function toNdjson(site: RecordSite, certificates: readonly Certificate[]): string {
  return certificates.map((certificate) => `${JSON.stringify(toRecord(site, certificate))}\n`).join('');
}
