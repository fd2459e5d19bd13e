/** One plain statement that writes a certificate's rows: no allowance, no retries, no batching. */

import type { NewCertificate } from '../server/src/certificates/ports.ts';

export const BARE_COMMIT = `
  with counted as (
    update certificate_counts set total = total + 1 where account_id = $1 and livemode = $3
    returning total as number
  ), leaf as (
    insert into log_queue (leaf_hash, entry) select $24, $25 from counted returning id as ticket
  ), certificate as (
    insert into certificates (account_id, id, livemode, number, code, key_id, title, description, document_type,
      file_name, file_mime, file_size, sha256, psc, tst_serial, policy_oid, gen_time, accuracy_ms, accredited, warnings,
      created_at, ticket)
    select $1, $2, $3, number, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, ticket
      from counted, leaf
  ), search as (
    insert into certificate_search (account_id, livemode, number, created_at, document_type, search_text)
    select $1, $3, number, $20, $8, lower($6) || E'\\n' || lower($9) from counted
  ), token as (
    insert into certificate_tokens (account_id, certificate_id, tsr, chain_sha256, salt, leaf_hash)
    select $1, $2, $21, $22, $23, $24 from counted
  ), code as (
    insert into certificate_codes (code, account_id, certificate_id) select $4, $1, $2 from counted
  )
  select number from counted`;

export function bareCommitParams(
  { accountId, keyId, certificate: c, token }: Omit<NewCertificate, 'filesBefore' | 'isFileThere'>,
  chainSha256: Uint8Array,
): unknown[] {
  return [
    accountId,
    c.id,
    c.livemode,
    c.code,
    keyId,
    c.title,
    c.description,
    c.documentType,
    c.file.name,
    c.file.mime,
    c.file.sizeBytes,
    Buffer.from(c.file.sha256 ?? '', 'hex'),
    c.timestamp.psc,
    c.timestamp.serial,
    c.timestamp.policyOid,
    c.timestamp.genTime,
    c.timestamp.accuracyMs,
    c.timestamp.accredited,
    JSON.stringify(c.timestamp.warnings),
    c.createdAt,
    token.tsr,
    chainSha256,
    token.salt,
    token.leafHash,
    token.entry,
  ];
}
