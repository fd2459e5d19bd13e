/** Checks what an archive states outside its certificates, by comparing it with what follows from the certificates. */

import {
  ARCHIVE_FORMAT,
  ARCHIVE_PATHS,
  decodeCheckpoint,
  decodeNoteKey,
  ProofError,
  verifyNote,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../../kernel/crypto-node.ts';
import { type ArchiveAbout, decodeAbout } from '../../../proofs/export-account-evidence/about.ts';
import { archiveReadme } from '../../../proofs/export-account-evidence/readme.ts';
import { type ArchiveReader, readWhole } from './archive-reader.ts';
import { hashOf } from './check-sums.ts';

type Frame = { about: ArchiveAbout | undefined; problems: string[] };

export async function checkFrame(archive: ArchiveReader): Promise<Frame> {
  const text = async (name: string) => (await readWhole(archive, name))?.toString('utf8');
  const about = decodeAbout((await text(ARCHIVE_PATHS.about)) ?? '');
  const format = about?.archive ?? ARCHIVE_FORMAT;
  if ((await text(ARCHIVE_PATHS.format)) !== `${format}\n`)
    return { about: undefined, problems: [`${ARCHIVE_PATHS.format} does not say ${format}`] };
  if (about === undefined)
    return { about, problems: [`${ARCHIVE_PATHS.about} is missing, or is not as it was written`] };
  const problems = await checkVerifiers(archive, about);
  if ((await text(ARCHIVE_PATHS.readme)) !== archiveReadme(about))
    problems.push(`${ARCHIVE_PATHS.readme} was changed: run none of its commands`);
  if ((await text(ARCHIVE_PATHS.logKeys)) !== `${about.log.keys.join('\n')}\n`)
    problems.push(`${ARCHIVE_PATHS.logKeys} has other keys than ${ARCHIVE_PATHS.about}`);
  const index = await archive.open(ARCHIVE_PATHS.indexJson);
  if (index !== undefined && (await hashOf(index)) !== about.index_sha256)
    problems.push(`${ARCHIVE_PATHS.indexJson} is not the one that ${ARCHIVE_PATHS.about} names`);
  const checkpoint = (await text(ARCHIVE_PATHS.checkpoint)) ?? '';
  if ((await signedSize(checkpoint, about)) !== about.log.size)
    problems.push(`${ARCHIVE_PATHS.checkpoint} is no checkpoint of this log and size that its keys signed`);
  const witnessed = await text(ARCHIVE_PATHS.witnessed);
  if (witnessed !== undefined && (await signedSize(witnessed, about)) === undefined)
    problems.push(`${ARCHIVE_PATHS.witnessed} is no checkpoint of this log that its keys signed`);
  return { about, problems };
}

/**
 * Checks the verifiers in the archive. People run them, so each must be the one whose hash the archive names. The
 * archive cannot show whether that verifier is honest.
 */
async function checkVerifiers(archive: ArchiveReader, { verifiers }: ArchiveAbout): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, sha256] of Object.entries(verifiers)) {
    const source = await archive.open(`verifiers/${name}`);
    if (source === undefined || (await hashOf(source)) !== sha256)
      problems.push(`verifiers/${name} is not the one that ${ARCHIVE_PATHS.about} names: do not run it`);
  }
  for await (const path of archive.paths()) {
    const [, name] = /^verifiers\/(.+)$/i.exec(path) ?? [];
    if (name !== undefined && verifiers[name] === undefined)
      problems.push(`${path} is no verifier that ${ARCHIVE_PATHS.about} names: do not run it`);
  }
  return problems;
}

/**
 * The size of the log in the checkpoint. Undefined unless a key in the archive signed the checkpoint. Those keys
 * confirm nothing, but they must be the ones that signed.
 */
async function signedSize(text: string, { log }: ArchiveAbout): Promise<number | undefined> {
  try {
    const { note, origin, size } = decodeCheckpoint(text);
    const keys = await Promise.all(log.keys.map((vkey) => decodeNoteKey(nodeCryptoEngine, vkey)));
    const signers = await verifyNote(nodeCryptoEngine, note, keys);
    return signers !== 'forged' && signers.length > 0 && origin === log.name ? size : undefined;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
