/** The index of an archive, as a table for people and as JSON for programs: a line for each certificate. */

import { isArchivedId } from '@sello/proof';
import { CSV_START, csvLine } from '../../http/csv.ts';

export type IndexRecord = {
  id: string;
  status: 'stamped' | 'anchoring' | 'certified';
  /** `pending` means that there is no final blockchain proof yet; the time stamp is included. */
  blockchain_proof: 'final' | 'pending';
  /** The SHA-256 of the file, or the longer digest that its time stamp is over: 64, 96 or 128 characters. */
  file_sha256: string;
  external_id: string | null;
  title: string;
  file_name: string;
  psc: string;
  gen_time: string;
  created_at: string;
  /** The place of the certificate in the log. */
  leaf_index: number | null;
  folder: string;
  /** The hash of the certificate's `manifest.json`, which lists its proofs with their hashes. */
  manifest_sha256: string;
  /** Where the original file is, if the archive has it. */
  original: string | null;
};

const COLUMNS = [
  'id',
  'status',
  'blockchain_proof',
  'file_sha256',
  'external_id',
  'title',
  'file_name',
  'psc',
  'gen_time',
  'created_at',
  'leaf_index',
  'folder',
  'manifest_sha256',
  'original',
] as const satisfies readonly (keyof IndexRecord)[];

export const INDEX_CSV_START = CSV_START + csvLine(COLUMNS);

export function indexCsvLine(record: IndexRecord): string {
  return csvLine(COLUMNS.map((column) => record[column]));
}

/** The JSON is one array with one record on each line, so it can be read as a whole and line by line. */
export const INDEX_JSON_START = '[\n';
export const INDEX_JSON_END = '\n]\n';

export function indexJsonLine(record: IndexRecord, isFirst: boolean): string {
  const ordered = Object.fromEntries(COLUMNS.map((column) => [column, record[column]]));
  return `${isFirst ? '' : ',\n'}${JSON.stringify(ordered)}`;
}

/**
 * Reads a line. Undefined unless it is, byte for byte, what `indexJsonLine` writes, with or without the comma after
 * it.
 */
export function readIndexLine(line: string): IndexRecord | undefined {
  const text = line.endsWith(',') ? line.slice(0, -1) : line;
  try {
    const read: unknown = JSON.parse(text);
    return isIndexRecord(read) && indexJsonLine(read, true) === text ? read : undefined;
  } catch {
    return undefined;
  }
}

function isIndexRecord(value: unknown): value is IndexRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  const texts = [
    'file_sha256',
    'title',
    'file_name',
    'psc',
    'gen_time',
    'created_at',
    'folder',
    'manifest_sha256',
  ];
  return (
    typeof record.id === 'string' &&
    isArchivedId(record.id) &&
    texts.every((name) => typeof record[name] === 'string') &&
    [record.external_id, record.original].every((text) => text === null || typeof text === 'string') &&
    (record.leaf_index === null || Number.isSafeInteger(record.leaf_index)) &&
    (record.blockchain_proof === 'final' || record.blockchain_proof === 'pending') &&
    ['stamped', 'anchoring', 'certified'].includes(String(record.status))
  );
}
