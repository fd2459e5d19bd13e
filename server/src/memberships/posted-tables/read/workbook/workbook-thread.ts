/** The thread that reads one workbook: it sends the rows in slices, because one large message would hold up the server. */

import { parentPort, workerData } from 'node:worker_threads';
import type { SheetRow } from './read-sheet.ts';
import { readWorkbook } from './read-workbook.ts';
import { WorkbookProblem, type WorkbookProblemCode } from './workbook-problem.ts';

export type WorkbookMessage = { rows: SheetRow[] } | { problem: WorkbookProblemCode } | { isDone: true };

const SLICE = 250;

const { bytes, mostRows } = workerData as { bytes: Uint8Array; mostRows: number };
const send = (message: WorkbookMessage) => parentPort?.postMessage(message);

try {
  const rows = await readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), mostRows);
  for (let at = 0; at < rows.length; at += SLICE) send({ rows: rows.slice(at, at + SLICE) });
  send({ isDone: true });
} catch (error) {
  if (!(error instanceof WorkbookProblem)) throw error;
  send({ problem: error.code });
}
