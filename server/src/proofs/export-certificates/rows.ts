/** Certificates as lines of a table: every field of the record, with the names of the record. */

import type { Certificate } from '../../certificates/certificate.ts';
import {
  type CertificateRecord,
  CertificateSchema,
  type RecordSite,
  toRecord,
} from '../../certificates/certificate-record.ts';
import { CSV_START, type CsvCell, csvLine } from '../../http/csv.ts';

/**
 * A column: a field of the record, or of one of its parts, so that `file.sha256` becomes `file_sha256`. Metadata and
 * lists are JSON texts.
 */
type Column = { name: string; of(record: CertificateRecord): unknown };

const COLUMNS: readonly Column[] = Object.entries(CertificateSchema.properties).flatMap(([name, schema]) => {
  const read = (record: CertificateRecord): unknown => record[name as keyof CertificateRecord];
  const parts = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  if (parts.length === 0) return [{ name, of: read }];
  return parts.map((part) => ({
    name: `${name}_${part}`,
    of: (record: CertificateRecord) => (read(record) as Record<string, unknown> | null)?.[part] ?? null,
  }));
});

export const CSV_HEADER = CSV_START + csvLine(COLUMNS.map(({ name }) => name));

export function toCsvLines(site: RecordSite, certificates: readonly Certificate[]): string {
  return certificates
    .map((certificate) => {
      const record = toRecord(site, certificate);
      return csvLine(COLUMNS.map(({ of }) => toCell(of(record))));
    })
    .join('');
}

export function toNdjson(site: RecordSite, certificates: readonly Certificate[]): string {
  return certificates.map((certificate) => `${JSON.stringify(toRecord(site, certificate))}\n`).join('');
}

function toCell(value: unknown): CsvCell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
