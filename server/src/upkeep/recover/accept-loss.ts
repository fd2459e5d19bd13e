/**
 * Continues with a database that has lost part of its log, because its operator decided so. The kept parts of the lost
 * history are moved aside and never deleted, and the log continues with a new history.
 */

import type { DatabaseAddress } from '../../database/address.ts';
import { inOneTransaction } from '../../database/connection.ts';
import { makeOperatorNotes } from '../../database/pg-operator-notes.ts';
import type { Query } from '../../database/pool.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import { encodeKept, KEPT_CHECKPOINT, readKept } from '../../transparency/rollback/kept-checkpoint.ts';
import { bundleName, tileName, tilesBetween } from '../../transparency/tiles/full-tiles.ts';
import { SELECT_TILE_MARKS, tileMarksIn } from '../../transparency/tiles/pg-tile-marks.ts';
import { listSegments } from '../journal/journal-segment.ts';
import { noteJournalStart } from '../journal/journal-start.ts';
import { lockForRecovery } from './pg-load.ts';

type AcceptPorts = { kept: KeptObjects; merkleLog: Pick<MerkleLogStore, 'latestCheckpoint'> };

/**
 * Accepts the loss, and resolves with the folder to which the lost history is moved.
 *
 * Crash points: the checkpoint is moved last. Until then the database still counts as rolled back and the command can
 * be run again; at worst some files are then moved aside twice.
 */
export async function acceptLoss(ports: AcceptPorts, address: DatabaseAddress, now: Date): Promise<string> {
  const folder = `abandoned/${now.toISOString().toLowerCase().replaceAll(/[:.]/g, '-')}/`;
  await inOneTransaction(address, async (query) => {
    const { size } = await lockForRecovery(query);
    for (const { name, to } of await listSegments(ports.kept)) {
      if (to > size) await putAside(ports, name, folder);
    }
    await putTilesAside(ports, query, folder);
    const note = { folder, size: String(size) };
    await makeOperatorNotes({ query }).write('accepted_loss', note, now);
    await noteJournalStart({ query }, size, now);
  });
  const bytes = await ports.kept.read(KEPT_CHECKPOINT);
  if (bytes !== undefined) await ports.kept.write(`${folder}${KEPT_CHECKPOINT}`, bytes);
  const latest = await ports.merkleLog.latestCheckpoint();
  if (latest === undefined) await ports.kept.remove(KEPT_CHECKPOINT);
  else await ports.kept.write(KEPT_CHECKPOINT, encodeKept(latest));
  return folder;
}

/** Moves tiles aside that this database does not count as stored, because servers would overwrite them. */
async function putTilesAside(ports: AcceptPorts, query: Query, folder: string): Promise<void> {
  const signed = await readKept(ports.kept);
  if (signed === undefined || signed === 'unreadable') return;
  const { stored } = tileMarksIn(await query(SELECT_TILE_MARKS));
  for (const tile of tilesBetween(stored, signed.size)) {
    await putAside(ports, tileName(tile), folder);
    if (tile.level === 0) await putAside(ports, bundleName(tile.index), folder);
  }
}

async function putAside({ kept }: AcceptPorts, name: string, folder: string): Promise<void> {
  const bytes = await kept.read(name);
  if (bytes === undefined) return;
  await kept.write(`${folder}${name}`, bytes);
  await kept.remove(name);
}
