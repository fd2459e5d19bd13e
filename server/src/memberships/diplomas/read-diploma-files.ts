/** The diplomas of a course as files of one archive, with a text that lists missing diplomas and the reasons. */

import { safeFileName } from '../../http/content-disposition.ts';
import type { ZippedFile } from '../../http/zip-files.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Course } from '../courses/course.ts';
import type { DocumentPorts } from '../documents/ports.ts';
import { findOwnFiles } from '../pg-own-certificates.ts';
import { type CourseDiploma, readCourseDiplomas } from './pg-course-diplomas.ts';

type Ports = Pick<Tools, 'query'> & Pick<DocumentPorts, 'openOriginal'>;

/** The most awards of one archive, which are some hundred megabytes. */
export const MOST_DIPLOMAS = 10_000;

const LOT = 250;
/** The text is written at the end, so its lines are kept in memory until then. */
const MOST_LINES = 1_000;

export async function* readDiplomaFiles(
  ports: Ports,
  owner: Owner,
  course: Course,
  begin: string,
): AsyncGenerator<ZippedFile> {
  const missing = makeMissing();
  let [after, looked, inside] = [begin, 0, 0];
  let isOver = false;
  while (!isOver && looked < MOST_DIPLOMAS) {
    const lot = await readCourseDiplomas(ports, course.id, after, LOT);
    const hashes = await findOwnFiles(
      ports,
      owner,
      lot.flatMap(({ certificateId }) => certificateId ?? []),
    );
    for (const diploma of lot) {
      const hash = diploma.certificateId && hashes.get(diploma.certificateId);
      if (diploma.status !== 'certified' || hash === undefined) {
        missing.add(diploma);
        continue;
      }
      inside += 1;
      yield { name: fileNameOf(diploma), open: () => ports.openOriginal(owner, hash) };
    }
    looked += lot.length;
    after = lot.at(-1)?.awardId ?? after;
    isOver = lot.length < LOT;
  }
  const content = readme(course, { inside, missing: missing.lines(), next: isOver ? undefined : after });
  yield { name: 'LEEME-README.txt', content: Buffer.from(content) };
}

/** The folio distinguishes two diplomas of one member. */
function fileNameOf({ name, memberNumber, folio }: CourseDiploma): string {
  const whole = [name, memberNumber, folio].filter(Boolean).join(' ');
  // Windows refuses these characters in file names.
  return safeFileName(`${whole.replace(/[/\\:*?"<>|]/g, '-')}.pdf`);
}

function makeMissing() {
  const told: string[] = [];
  let others = 0;
  return {
    add({ memberNumber, name, status, error }: CourseDiploma) {
      if (told.length < MOST_LINES)
        told.push(`${plain(`${memberNumber} ${name}`)}: ${whyNot(status, error)}`);
      else others += 1;
    },
    lines: () => (others === 0 ? told : [...told, `… + ${others}`]),
  };
}

/** Removes characters that break lines or change the direction of writing. */
function plain(words: string): string {
  return words.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
}

function whyNot(status: CourseDiploma['status'], error: string | undefined): string {
  if (status === 'certified') return 'su archivo ya no se guarda / its file is no longer kept';
  if (error === 'allowance_exhausted')
    return 'espera a que la cuenta tenga certificados / waits until the account has certificates';
  return status === 'queued'
    ? 'está en la cola / in the queue'
    : `no se pudo hacer / failed (${error ?? ''})`;
}

type Told = { inside: number; missing: readonly string[]; next: string | undefined };

function readme({ title, folio, id }: Course, { inside, missing, next }: Told): string {
  const lines = [
    [title, folio, id].filter(Boolean).join(' · '),
    '',
    `Diplomas en este archivo: ${inside}. / Diplomas in this archive: ${inside}.`,
    'Cada PDF está certificado; la dirección de su código QR dice si sigue siendo válido.',
    'Each PDF is certified; the address in its QR code says whether it is still valid.',
  ];
  if (missing.length > 0) lines.push('', 'No están aquí: / Not in here:', ...missing);
  if (next !== undefined)
    lines.push(
      '',
      'Puede haber más; descárguelos con: / There may be more; fetch them with:',
      `after=${next}`,
    );
  return `${lines.join('\r\n')}\r\n`;
}
