/**
 * Reads a workbook in a thread of its own, with limits of time and memory: unpacking and parsing take up to a second,
 * and a hostile file could take any length of time. There is one thread per workbook.
 */

import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode, type Text } from '../../../../kernel/errors.ts';
import { type Holder, makeShared } from '../../../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../../../kernel/shares/shared-things.ts';
import type { SheetRow } from './read-sheet.ts';
import { WorkbookProblem, type WorkbookProblemCode } from './workbook-problem.ts';
import type { WorkbookMessage } from './workbook-thread.ts';

const THREAD = new URL('./workbook-thread.ts', import.meta.url);
/** Ten times as long as the largest table takes. */
const READ_WITHIN_MS = 15_000;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

const places = makeShared(SHARED_THINGS.workbooks);

/** `mostRows` counts the rows above the table and the header too. */
export async function readWorkbookAside(
  holder: Holder,
  bytes: Uint8Array,
  mostRows: number,
): Promise<SheetRow[]> {
  try {
    return await places.run(holder, () => readInThread(bytes, mostRows));
  } catch (error) {
    if (!(error instanceof WorkbookProblem)) throw error;
    const [code, text] = REFUSALS[error.code];
    throw new AppError(code, text);
  }
}

function readInThread(bytes: Uint8Array, mostRows: number): Promise<SheetRow[]> {
  const thread = new Worker(THREAD, {
    name: 'workbook',
    workerData: { bytes, mostRows },
    resourceLimits: MEMORY,
    execArgv: [],
  });
  let deadline: NodeJS.Timeout | undefined;
  const read = new Promise<SheetRow[]>((resolve, reject) => {
    const rows: SheetRow[] = [];
    deadline = setTimeout(() => reject(new WorkbookProblem('too_large')), READ_WITHIN_MS);
    thread.on('message', (message: WorkbookMessage) => {
      if ('rows' in message) for (const row of message.rows) rows.push(row);
      else if ('problem' in message) reject(new WorkbookProblem(message.problem));
      else resolve(rows);
    });
    thread.on('error', (error) => reject(isOutOfMemory(error) ? new WorkbookProblem('too_large') : error));
    thread.on('exit', () => reject(new Error('The thread that reads a workbook ended')));
  });
  return read.finally(() => {
    clearTimeout(deadline);
    void thread.terminate();
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

const REFUSALS: Record<WorkbookProblemCode, [code: ErrorCode, text: Text]> = {
  damaged: [
    'validation_failed',
    {
      en: 'The workbook is damaged. Open it in your spreadsheet, save it again as .xlsx and send that file.',
      es: 'El libro de Excel está dañado. Ábralo, guárdelo otra vez como .xlsx y envíe ese archivo.',
    },
  ],
  encrypted: [
    'unsupported_media_type',
    {
      en: 'The workbook has a password. Save it without one and send that file.',
      es: 'El libro de Excel tiene contraseña. Guárdelo sin contraseña y envíe ese archivo.',
    },
  ],
  other_kind: [
    'unsupported_media_type',
    {
      en: 'This is neither a CSV table nor an Excel workbook (.xlsx). Save the sheet as .xlsx or "CSV UTF-8" and send that file.',
      es: 'Esto no es una tabla CSV ni un libro de Excel (.xlsx). Guarde la hoja como .xlsx o "CSV UTF-8" y envíe ese archivo.',
    },
  ],
  too_large: [
    'roster_too_large',
    {
      en: 'The workbook is too large once unpacked. Copy the table alone into a new workbook, or send it in parts.',
      es: 'El libro de Excel es demasiado grande al abrirse. Copie solo la tabla a un libro nuevo o envíela en partes.',
    },
  ],
  too_many_rows: [
    'roster_too_large',
    {
      en: 'There are more than 10,000 rows. Send them in parts.',
      es: 'Hay más de 10,000 filas. Envíelas en partes.',
    },
  ],
};
