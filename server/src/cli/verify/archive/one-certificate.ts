/** `sello verify ARCHIVE --certificate ID`: the bundle of one certificate, to be checked or written to a file. */

import { isArchivedId, ProofError } from '@sello/proof';
import { writeSynced } from '../../../kernel/disk/write-whole-file.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { CommandFailed, UsageError } from '../../shared/usage.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { bundleOf } from './judge-certificate.ts';

/** The bundle of one certificate, as the service would have issued it. */
export async function bundleFromArchive(archive: ArchiveReader, id: string): Promise<Uint8Array> {
  if (!isArchivedId(id))
    throw new UsageError(`--certificate must be the id of a certificate; it is "${id}".`);
  try {
    return (await bundleOf(archive, id)).zip;
  } catch (error) {
    if (error instanceof ProofError) throw new CommandFailed(`INVALID: ${id}: ${error.message}.`);
    throw error;
  }
}

/** Never overwrites an existing file. */
export async function extractBundle(zip: Uint8Array, out: string, terminal: Terminal): Promise<void> {
  await writeSynced(out, 'wx', zip, 0o666).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST' ? `${out} exists already.` : `${out} cannot be written: ${error.message}`,
    );
  });
  terminal.out(`Wrote ${out}.`);
}
