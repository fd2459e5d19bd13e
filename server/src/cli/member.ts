/** `sello member export`: writes everything that is stored about a member, for the operator. */

import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toRecord } from '../certificates/certificate-record.ts';
import { makeCertificateStore } from '../certificates/pg-certificates.ts';
import { certificateNotFound } from '../certificates/read-certificates.ts';
import { openForCommand } from '../database/open-database.ts';
import { openServerKeys } from '../database/pg-server-keys.ts';
import { openBlobs } from '../files/open-blobs.ts';
import { zipFiles } from '../http/zip-files.ts';
import { OPERATOR } from '../kernel/actor.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { syncFolder } from '../kernel/disk/folder.ts';
import { type MemberId, parseId } from '../kernel/ids.ts';
import { silentLogger } from '../kernel/logger.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { makeUntilDone } from '../kernel/pacing/until-done.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import { makeAccess } from '../keys/rate-and-quota/pg-access.ts';
import { type ExportMemberPorts, readMemberFiles } from '../memberships/members/export/read-member-files.ts';
import { findMember } from '../memberships/members/find-member.ts';
import { findOwner } from '../memberships/members/pg-members.ts';
import { note } from '../memberships/note-change.ts';
import type { Config } from '../settings.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, required, UsageError, unknownSubverb } from './shared/usage.ts';

const OPTIONS = { out: { type: 'string' }, json: { type: 'boolean' } } as const;

export async function memberCommand([verb, ...args]: string[], terminal: Terminal): Promise<void> {
  if (verb !== 'export') throw unknownSubverb('member', verb, ['export']);
  const { values, positionals } = readArguments(args, OPTIONS);
  const [given, more] = positionals;
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}".`);
  const id = parseId('mem', required(given, 'The member'));
  if (id === undefined) throw new UsageError(`"${given}" is not the id of a member.`);
  const out = path.resolve(required(values.out, '--out'));
  await assertFree(out);
  const config = readOperatorConfig(terminal);
  const onClose: OnClose = [];
  try {
    const files = await writeExport(await openPorts(config, onClose), id, out);
    terminal.out(values.json ? JSON.stringify({ member: id, out, files }) : `${out}  ${files} files`);
  } finally {
    await closeAll(onClose);
  }
}

/** The file gets its name only when it is complete, so that a crash leaves no half of an export under that name. */
async function writeExport(ports: ExportMemberPorts, id: MemberId, out: string): Promise<number> {
  const owner = await findOwner(ports, id);
  if (owner === undefined) throw noSuchMember(id);
  const who = { ...owner, by: OPERATOR, keyId: undefined, may: () => true };
  const member = await findMember(ports, who, id);
  await note(ports, who, 'member.export', id);
  const partial = `${out}.partial`;
  let files = 0;
  const counted = async function* () {
    for await (const file of readMemberFiles(ports, who, member)) {
      files += 1;
      yield file;
    }
  };
  try {
    await pipeline(
      zipFiles(counted()),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(partial, out);
    await syncFolder(path.dirname(out));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(partial, { force: true });
    throw error;
  }
  return files;
}

async function openPorts(config: Config, onClose: OnClose): Promise<ExportMemberPorts> {
  const surroundings = systemSurroundings(silentLogger);
  const { database } = await openForCommand(config, silentLogger, onClose);
  const { serverKeys } = await openServerKeys(database, config, surroundings);
  const { blobs } = await openBlobs(config, database, surroundings, onClose);
  const access = makeAccess(database);
  // The store asks for the number of the process that owns its changes. This command only reads, so any number will do.
  const certificates = makeCertificateStore(database, () => 0, makeUntilDone(silentLogger), config);
  return {
    query: database.query,
    now: surroundings.now,
    serverKeys,
    openOriginal: ({ accountId }, sha256) => blobs.open(accountId, sha256),
    async showCertificate({ accountId, livemode }, certificateId) {
      const found = await access.read(accountId, livemode, certificates.one(certificateId));
      if (found === undefined) throw certificateNotFound();
      return toRecord(config, found);
    },
  };
}

async function assertFree(out: string): Promise<void> {
  if ((await stat(out).catch(() => undefined)) === undefined) return;
  throw new OperatorError({
    en: `${out} exists already. Name a file that does not exist yet.`,
    es: `${out} ya existe. Indique un archivo que aún no exista.`,
  });
}

function noSuchMember(id: string): OperatorError {
  return new OperatorError({ en: `There is no member ${id}.`, es: `No hay ningún miembro ${id}.` });
}
