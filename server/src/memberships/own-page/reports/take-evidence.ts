/**
 * Takes a file that a member sends as evidence and certifies it; the council pays.
 *
 * Crash points. The row that counts is written before the file is certified, so parallel requests cannot exceed the
 * limit. A kill after that uses up one report of the month; a kill after the certificate was written leaves a
 * certificate that no activity names. The member sends the file again.
 */

import { type CertifyDocumentPorts, certifyDocument } from '../../../certificates/certify-document.ts';
import { newCode } from '../../../certificates/certify-file.ts';
import type { Database } from '../../../database/pool.ts';
import { assertText, invalidField } from '../../../http/text-rules.ts';
import { secondsUntil } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { EvidenceId, MemberId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { findMemberToChange } from '../../members/find-member.ts';
import {
  dropEvidence,
  insertEvidence,
  MOST_REPORTS,
  nextMonth,
  noteCertified,
  readReports,
} from './pg-evidence.ts';

export const MOST_EVIDENCE_BYTES = 15_000_000;

/** File types of phones and scanners, with their marker and its position (latin1). */
const KINDS: readonly { mime: string; at: number; marks: readonly string[] }[] = [
  { mime: 'application/pdf', at: 0, marks: ['%PDF-'] },
  { mime: 'image/jpeg', at: 0, marks: ['\xff\xd8\xff'] },
  { mime: 'image/png', at: 0, marks: ['\x89PNG\r\n\x1a\n'] },
  { mime: 'image/webp', at: 8, marks: ['WEBP'] },
  { mime: 'image/heic', at: 4, marks: ['ftyphei', 'ftyphev', 'ftypmif1', 'ftypmsf1'] },
];

export const EVIDENCE_TYPES = KINDS.map(({ mime }) => mime);

export type EvidencePorts = CertifyDocumentPorts & {
  records: Database;
};

type SentFile = { name: string; bytes: Uint8Array };

export async function takeEvidence(
  ports: EvidencePorts,
  who: Who,
  memberId: MemberId,
  file: SentFile,
): Promise<EvidenceId> {
  const mime = kindOf(file);
  assertText('the file name', file.name, { maxChars: 255, multiline: false });
  const id = ports.newId('evd');
  await ports.records.transaction((query) => claimReport({ ...ports, query }, who, memberId, id));
  try {
    const certificate = await certifyDocument(ports, who, {
      code: newCode(ports),
      bytes: file.bytes,
      fileName: file.name,
      // The title is shown on public pages, so it names neither the person nor the activity.
      title: 'Evidencia de actividad',
      documentType: 'evidence',
      keyId: undefined,
      mime,
      person: who.by,
    });
    await ports.records.transaction((query) => noteCertified({ query }, id, certificate.id));
    return id;
  } catch (error) {
    await ports.records.transaction((query) => dropEvidence({ query }, id));
    throw error;
  }
}

/**
 * Counts a report. The member is locked: if two files arrive at once and only one more is allowed, one of them is
 * refused.
 */
async function claimReport(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  memberId: MemberId,
  id: EvidenceId,
): Promise<void> {
  await findMemberToChange(tools, who, memberId);
  const { left, next_month } = await readReports(tools, who, memberId);
  if (left > 0) return insertEvidence(tools, who, id, memberId, tools.now());
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: `You have reported ${MOST_REPORTS} activities this month, which is the most. From ${next_month} on you can report more.`,
      es: `Ya reportó ${MOST_REPORTS} actividades este mes, que es el máximo. A partir del ${next_month} puede reportar más.`,
    },
    { retryAfterSeconds: secondsUntil(await nextMonth(tools, who), tools.now()) },
  );
}

/** The type of the file, decided by its first bytes, whatever type the browser claims. */
function kindOf({ bytes }: SentFile): string {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const kind = KINDS.find(({ at, marks }) => marks.some((mark) => start.startsWith(mark, at)));
  if (kind !== undefined) return kind.mime;
  throw invalidField(
    'The file',
    'must be a PDF or a picture (JPEG, PNG, WebP or HEIC).',
    'debe ser un PDF o una imagen (JPEG, PNG, WebP o HEIC).',
  );
}
