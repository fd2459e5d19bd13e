/** Reads all data stored about a member, as the files of an archive. Identifiers are shown in full. */

import { readAuditOf } from '../../../audit/pg-audit.ts';
import { type ExportedTable, readExported } from '../../../database/exported-rows.ts';
import type { Row } from '../../../database/pool.ts';
import { safeFileName } from '../../../http/content-disposition.ts';
import type { ZippedFile } from '../../../http/zip-files.ts';
import { type CertificateId, type MemberId, parseId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Sha256Hex } from '../../../kernel/sha256.ts';
import type { Tools } from '../../../operations/operation.ts';
import type { DocumentPorts } from '../../documents/ports.ts';
import { openChanges } from '../../own-page/requests/decide-request.ts';
import { readRowsOf } from '../../posted-tables/pg-posted-rows.ts';
import { readSamePerson } from '../anonymise-and-merge/forget-person.ts';
import { readRowsAbout } from '../anonymise-and-merge/forget-posted-rows.ts';
import { readOwnPapers } from '../anonymise-and-merge/pg-own-papers.ts';
import { identifierOpener } from '../identifiers.ts';
import type { Member } from '../member.ts';
import { MEMBER_FILES } from './member-tables.ts';
import { memberReadme } from './readme.ts';

export type ExportMemberPorts = Pick<Tools, 'query' | 'now' | 'serverKeys'> &
  Pick<DocumentPorts, 'openOriginal' | 'showCertificate'>;

/** Each file is made when it is sent. None of them contains data of other people. */
export async function* readMemberFiles(
  ports: ExportMemberPorts,
  owner: Owner,
  member: Member,
): AsyncGenerator<ZippedFile> {
  const ids = await readSamePerson(ports, member.id);
  const { memberNumber, id } = member;
  yield {
    name: 'README.txt',
    content: Buffer.from(memberReadme({ id, memberNumber, madeAt: ports.now() })),
  };
  const named = new Set<CertificateId>(await readOwnPapers(ports, ids));
  for (const table of MEMBER_FILES) {
    const rows = await readTable(ports, owner, table, ids);
    if (table.table === 'documents') for (const paper of papersOf(rows)) named.add(paper);
    yield json(table.file, rows);
  }
  yield json('posted-rows', await readPostedRowsAbout(ports, owner, member, ids));
  yield json('history', await readAuditOf(ports.query, owner.accountId, ids));
  yield* readPapers(ports, owner, named);
}

function json(file: string, content: unknown): ZippedFile {
  return { name: `${file}.json`, content: Buffer.from(`${JSON.stringify(content, undefined, 1)}\n`) };
}

function papersOf(rows: readonly Row[]): CertificateId[] {
  return rows.map((row) => parseId('cert', String(row.certificate_id))).filter((id) => id !== undefined);
}

/** Encrypted columns are decrypted, and their fields are named after what they contain. */
async function readTable(
  ports: ExportMemberPorts,
  owner: Owner,
  table: ExportedTable,
  ids: readonly MemberId[],
): Promise<Row[]> {
  const rows = await readExported(ports.query, table, ids);
  if (table.table === 'members') return Promise.all(rows.map((row) => openIdentifiers(ports, owner, row)));
  if (table.table === 'member_requests') return Promise.all(rows.map((row) => openWanted(ports, owner, row)));
  return rows;
}

async function openIdentifiers(ports: ExportMemberPorts, owner: Owner, row: Row): Promise<Row> {
  const { curp_sealed, rfc_sealed, ...rest } = row;
  const open = identifierOpener(ports, owner);
  const opened = (field: 'curp' | 'rfc', sealed: unknown) =>
    typeof sealed === 'string' ? open(rest.id as MemberId, field, sealed) : null;
  return { ...rest, curp: await opened('curp', curp_sealed), rfc: await opened('rfc', rfc_sealed) };
}

async function openWanted(ports: ExportMemberPorts, owner: Owner, row: Row): Promise<Row> {
  const { sealed, ...rest } = row;
  const id = parseId('mrq', String(rest.id));
  if (typeof sealed !== 'string' || id === undefined) return { ...rest, wanted: null };
  return { ...rest, wanted: await openChanges(ports, owner, { id, sealed }) };
}

/**
 * A rejected row is included if it has an identifier of the member. A name alone is not enough, because another person
 * may have the same name.
 */
async function readPostedRowsAbout(
  ports: ExportMemberPorts,
  owner: Owner,
  member: Member,
  ids: readonly MemberId[],
): Promise<unknown[]> {
  const rows: { postingId: string; number: number; cells: unknown }[] = await readRowsOf(ports, owner, ids);
  for await (const row of readRowsAbout(ports, owner, member, { byName: false })) rows.push(row);
  return rows.map(({ postingId, number, cells }) => ({ posting_id: postingId, row: number, cells }));
}

async function* readPapers(
  ports: ExportMemberPorts,
  owner: Owner,
  papers: ReadonlySet<CertificateId>,
): AsyncGenerator<ZippedFile> {
  const records = [];
  for (const id of [...papers].toSorted()) records.push(await ports.showCertificate(owner, id));
  yield json('certificates', records);
  for (const { id, file } of records) {
    if (!file.stored) continue;
    const open = () => ports.openOriginal(owner, file.sha256 as Sha256Hex);
    yield { name: `files/${id}/${safeFileName(file.name)}`, open };
  }
}
