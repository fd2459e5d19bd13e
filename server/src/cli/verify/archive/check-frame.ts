/** What an archive says around its certificates, held against what can be derived. */

import {
  ARCHIVE_FORMAT,
  ARCHIVE_PATHS,
  decodeCheckpoint,
  decodeNoteKey,
  ProofError,
  verifyNote,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../../kernel/crypto-node.ts';
import { type ArchiveAbout, decodeAbout } from '../../../proofs/archive/about.ts';
import { archiveReadme } from '../../../proofs/archive/readme.ts';
import { type ArchiveReader, readWhole } from './archive-reader.ts';
import { hashOf } from './check-sums.ts';

export type Frame = { about: ArchiveAbout | undefined; problems: string[] };

export async function checkFrame(archive: ArchiveReader): Promise<Frame> {
  const text = async (name: string) => (await readWhole(archive, name))?.toString('utf8');
  if ((await text(ARCHIVE_PATHS.format)) !== `${ARCHIVE_FORMAT}\n`)
    return { about: undefined, problems: [`${ARCHIVE_PATHS.format} does not say ${ARCHIVE_FORMAT}`] };
  const about = decodeAbout((await text(ARCHIVE_PATHS.about)) ?? '');
  if (about === undefined)
    return { about, problems: [`${ARCHIVE_PATHS.about} is missing, or is not as it was written`] };
  const problems: string[] = [];
  if ((await text(ARCHIVE_PATHS.readme)) !== archiveReadme(about))
    problems.push(`${ARCHIVE_PATHS.readme} was changed: run none of its commands`);
  if ((await text(ARCHIVE_PATHS.logKey)) !== `${about.log.key}\n`)
    problems.push(`${ARCHIVE_PATHS.logKey} is another key than that of ${ARCHIVE_PATHS.about}`);
  const index = await archive.open(ARCHIVE_PATHS.indexJson);
  if (index !== undefined && (await hashOf(index)) !== about.index_sha256)
    problems.push(`${ARCHIVE_PATHS.indexJson} is not the one that ${ARCHIVE_PATHS.about} names`);
  const checkpoint = (await text(ARCHIVE_PATHS.checkpoint)) ?? '';
  if ((await signedSize(checkpoint, about)) !== about.log.size)
    problems.push(`${ARCHIVE_PATHS.checkpoint} is no checkpoint of this log and size that its key signed`);
  const witnessed = await text(ARCHIVE_PATHS.witnessed);
  if (witnessed !== undefined && (await signedSize(witnessed, about)) === undefined)
    problems.push(`${ARCHIVE_PATHS.witnessed} is no checkpoint of this log that its key signed`);
  return { about, problems };
}

/** Undefined unless the key that comes along signed it. That key confirms nothing; but it must be the one that signed. */
async function signedSize(text: string, { log }: ArchiveAbout): Promise<number | undefined> {
  try {
    const { note, origin, size } = decodeCheckpoint(text);
    const key = await decodeNoteKey(nodeCryptoEngine, log.key);
    const signers = await verifyNote(nodeCryptoEngine, note, [key]);
    return signers !== 'forged' && signers.length === 1 && origin === log.name ? size : undefined;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
