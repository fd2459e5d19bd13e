/** Parts of a certificate's row that several statements read. */

import type { Row } from '../database/pool.ts';
import {
  boolean,
  optionalNumber,
  optionalText,
  optionalTextList,
  text,
  textsByName,
} from '../database/row-reader.ts';

/** Reads what the owner says about the certificate; none of it is evidence. */
export function toLabels(row: Row) {
  return {
    title: text(row, 'title'),
    description: optionalText(row, 'description'),
    documentType: optionalText(row, 'document_type'),
    externalId: optionalText(row, 'external_id'),
    metadata: row.metadata === null ? {} : textsByName(row, 'metadata'),
    tags: optionalTextList(row, 'tags') ?? [],
  };
}

export function toFileFacts(row: Row) {
  return {
    name: text(row, 'file_name'),
    mime: text(row, 'file_mime'),
    sizeBytes: optionalNumber(row, 'file_size') ?? optionalNumber(row, 'stated_size'),
    wasSent: row.file_size !== null,
  };
}

export function toStampFacts(row: Row) {
  return {
    psc: text(row, 'psc'),
    serial: text(row, 'tst_serial'),
    policyOid: text(row, 'policy_oid'),
    genTime: text(row, 'gen_time'),
    accuracyMs: optionalNumber(row, 'accuracy_ms'),
    accredited: boolean(row, 'accredited'),
  };
}
