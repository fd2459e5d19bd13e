/** Rows of orders of shared time stamps, of batches and of single calls. */

import { createHash } from 'node:crypto';
import { decodeTimestampResponse } from '@sello/proof';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import { areWarnings, toStampFacts } from '../pg-certificate-rows.ts';
import type { SharedOrder } from './ports.ts';
import { HASH_BYTES, type SharedLeaf } from './way.ts';

export function leafBytes(leaves: readonly SharedLeaf[]): Buffer {
  return Buffer.concat(leaves.flatMap(({ sha256, random }) => [sha256, random]));
}

/** Writes the facts under the names of the columns in `certificates`. */
export function factColumns(facts: Stamp['facts']): string {
  const { psc, serial, policyOid, genTime, accuracyMs, accredited, warnings } = facts;
  return JSON.stringify({
    psc,
    tst_serial: serial,
    policy_oid: policyOid,
    gen_time: genTime,
    accuracy_ms: accuracyMs ?? null,
    accredited,
    warnings,
  });
}

export function toOrder(row: Row): SharedOrder {
  return {
    orderId: read.id('cst', row, 'order_id'),
    leaves: leavesIn(read.bytes(row, 'leaves')),
    stamp: row.tsr === null ? undefined : toStamp(row),
  };
}

function leavesIn(bytes: Uint8Array): SharedLeaf[] {
  const hashAt = (place: number) => bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
  return Array.from({ length: bytes.length / (2 * HASH_BYTES) }, (_, i) => ({
    sha256: hashAt(2 * i),
    random: hashAt(2 * i + 1),
  }));
}

function toStamp(row: Row): Stamp {
  const tsr = read.bytes(row, 'tsr');
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) throw new Error('A stored response contains no token');
  const facts = read.record<Row>(row, 'facts');
  return {
    tsr,
    tokenSha256: createHash('sha256').update(token.der).digest(),
    chain: read.bytesList(row, 'chain'),
    facts: { ...toStampFacts(facts), warnings: read.shaped(facts, 'warnings', areWarnings, 'warnings') },
  };
}
