/** Parts of a certificate's row that several statements read. */

import type { Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { parseId } from '../kernel/ids.ts';
import { parseSha256Hex } from '../kernel/sha256.ts';
import type { Certificate } from './certificate.ts';
import {
  type LinkedCertificate,
  SEAL_FAULT_CODES,
  SEAL_STATUSES,
  SEAL_WISHES,
  type SealedCopy,
} from './sealing/seal.ts';

/** Read only for the few certificates that have one: the sealed copy, or the original of a sealed copy. */
export const SEAL_COLUMNS = `c.seal,
  case when c.seal is not null then (
    select json_build_object('status', s.status, 'reason', s.reason, 'id', d.id, 'sha256', encode(d.sha256, 'hex'), 'code', d.code)
      from pdf_seals s left join certificates d on d.account_id = s.account_id and d.id = s.copy_id and s.status = 'sealed'
     where s.account_id = c.account_id and s.certificate_id = c.id) end as sealed_copy,
  case when c.sealed_from is not null then (
    select json_build_object('id', o.id, 'sha256', encode(o.sha256, 'hex'), 'code', o.code)
      from certificates o where o.account_id = c.account_id and o.id = c.sealed_from) end as sealed_original`;

/** Reads what the owner says about the certificate; none of it is evidence. */
export function toLabels(row: Row) {
  return {
    title: read.text(row, 'title'),
    description: read.optionalText(row, 'description'),
    documentType: read.optionalText(row, 'document_type'),
    externalId: read.optionalText(row, 'external_id'),
    metadata: row.metadata === null ? {} : read.textsByName(row, 'metadata'),
    tags: read.optionalTextList(row, 'tags') ?? [],
  };
}

export function toFileFacts(row: Row) {
  return {
    name: read.text(row, 'file_name'),
    mime: read.text(row, 'file_mime'),
    sizeBytes: read.optionalNumber(row, 'file_size') ?? read.optionalNumber(row, 'stated_size'),
    wasSent: row.file_size !== null,
  };
}

export function toStampFacts(row: Row) {
  return {
    psc: read.text(row, 'psc'),
    serial: read.text(row, 'tst_serial'),
    policyOid: read.text(row, 'policy_oid'),
    genTime: read.text(row, 'gen_time'),
    accuracyMs: read.optionalNumber(row, 'accuracy_ms'),
    accredited: read.boolean(row, 'accredited'),
  };
}

/** Reads the sealed copy of a certificate, or the original if its file is a sealed copy. */
export function toSealFacts(row: Row): {
  seal: SealedCopy | undefined;
  sealedFrom: LinkedCertificate | undefined;
} {
  return {
    seal: row.seal === null ? undefined : toSealedCopy(row),
    sealedFrom: row.sealed_original === null ? undefined : toLinked(row.sealed_original),
  };
}

/** Without its row, which a recovery may have lost, the copy counts as failed. */
function toSealedCopy(row: Row): SealedCopy | undefined {
  const found = read.isRecord(row.sealed_copy)
    ? row.sealed_copy
    : { status: 'failed', reason: 'sealing_failed' };
  const wish = SEAL_WISHES.find((one) => one === row.seal);
  const status = SEAL_STATUSES.find((one) => one === found.status);
  if (wish === undefined || status === undefined) throw new Error('A sealed copy has an unknown state');
  const fault = SEAL_FAULT_CODES.find((one) => one === found.reason);
  return { wish, status, fault, copy: typeof found.id === 'string' ? toLinked(found) : undefined };
}

function toLinked(value: unknown): LinkedCertificate {
  if (read.isRecord(value) && typeof value.code === 'string') {
    const id = parseId('cert', String(value.id));
    const sha256 = parseSha256Hex(String(value.sha256));
    if (id !== undefined && sha256 !== undefined) return { id, sha256, code: value.code };
  }
  throw new Error('A linked certificate has no id');
}

type Warning = Certificate['timestamp']['warnings'][number];

export function areWarnings(value: unknown): value is Warning[] {
  return read.isListOf(value, isWarning);
}

function isWarning(value: unknown): value is Warning {
  return read.isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string';
}
