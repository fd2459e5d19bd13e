import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { openBlobFolder } from '../../../server/src/files/blobs-folder.ts';
import { openKeptFolder } from '../../../server/src/files/kept-folder.ts';
import { checkBackup } from '../../../server/src/upkeep/backup/check.ts';
import { restoreDatabase } from '../../../server/src/upkeep/backup/restore-database.ts';
import { writeBackup } from '../../../server/src/upkeep/backup/write.ts';
import { OWNERS } from '../../architecture/table-owners.ts';
import { fillCouncil } from '../../harness/fill-council.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const NAME = `backup_${randomBytes(6).toString('hex')}`;
let scratch: string;
let admin: Database;
const sello = forFile(openTestSello);
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-backup-'));
  admin = connect(inject('postgres'), 1);
  await admin.query(`create database ${NAME}`);
});
afterAll(async () => {
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.close();
  await rm(scratch, { recursive: true, force: true });
});

test('a restored backup has every row of members, terms, ledgers and renewals', async () => {
  await fillCouncil(await openCouncil(sello));
  const master = randomBytes(32);
  const quiet = () => {};
  await writeBackup(
    {
      address: { url: sello.database.url },
      stored: await openBlobFolder(path.join(scratch, 'files'), () => 'x'),
      kept: openKeptFolder(path.join(scratch, 'files'), () => 'x'),
      dataDir: sello.dataDir,
      master,
      isEncrypted: false,
      randomBytes,
      onProgress: quiet,
    },
    path.join(scratch, 'backup'),
  );
  const trust = { masters: [master], acceptsForgeable: false };
  const archive = await checkBackup(path.join(scratch, 'backup'), trust, quiet);
  const address = { ...inject('postgres'), database: NAME };
  await restoreDatabase(address, archive, quiet);
  const restored = connect(address, 1);
  for (const table of OWNERS.memberships ?? []) {
    const rows = `select ${table}::text as row from ${table} order by 1`;
    const before = await sello.database.query(rows);
    expect(await restored.query(rows), table).toEqual(before);
    if (['members', 'memberships', 'membership_terms', 'ledger_entries', 'renewals'].includes(table))
      expect(before.length, table).toBeGreaterThan(2);
  }
  await restored.close();
});
