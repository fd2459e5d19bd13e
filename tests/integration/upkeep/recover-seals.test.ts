/** Sealed copies when the database is replaced by an older one: none is made or paid for twice. */

import { recoverCommand } from '../../../server/src/cli/recover/recover.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { ODD_PDFS } from '../../harness/odd-pdfs.ts';
import { copyDatabase } from '../../harness/old-database.ts';
import { postWithSeal, recordOf, sealAll } from '../../harness/sealed.ts';
import { expect, testAlone as test } from '../../harness/world.ts';

test('P94 copies that were due, made or still waiting at the loss', async ({ sello }) => {
  const { key, account } = await sello.newAccount({ certificates: 20 });
  const pdfs = [ODD_PDFS.simple, ODD_PDFS['pdf-2'], ODD_PDFS['several-revisions']] as Uint8Array[];
  const order = async (pdf: Uint8Array | undefined): Promise<string> =>
    (await postWithSeal(sello, key, pdf ?? '')).body.certificate.id;
  const keep = async () => {
    await sello.sequence();
    await sello.ports.pastKeeper.keep(true);
  };
  const due = await order(pdfs[0]);
  await keep();
  const old = await copyDatabase(sello.database);
  await sealAll(sello);
  const made = await order(pdfs[1]);
  await sealAll(sello);
  const waiting = await order(pdfs[2]);
  await keep();
  const copies = [await recordOf(sello, key, due), await recordOf(sello, key, made)].map(
    ({ sealed }) => sealed.certificate_id,
  );
  await old.putBack();
  await sello.stop();

  const silent = { write: () => {}, out: () => {}, error: () => {}, status: undefined };
  const env = { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir };
  await recoverCommand(['--apply'], { ...silent, env });
  const next = await sello.another();
  await sealAll(next);
  const sealed = await Promise.all([due, made, waiting].map((id) => recordOf(next, key, id)));
  expect(sealed.map((record) => record.sealed)).toMatchObject([
    { status: 'sealed', certificate_id: copies[0] },
    { status: 'sealed', certificate_id: copies[1] },
    // Orders are not in the journal, so nothing says how the copy was to be made.
    { status: 'failed', reason: 'sealing_failed', certificate_id: null },
  ]);
  expect(await next.certificatesLeft(account)).toBe(20 - 5);
  expect(await fsck({ sello: next })).toMatchObject({ holds: true, findings: [] });
  await next.close();
  await old.drop();
});
