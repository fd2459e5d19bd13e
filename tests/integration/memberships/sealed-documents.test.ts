/** Documents of a council that seals them: the diploma and its sealed copy. */

import { inspectPdf } from '../../../proof/src/pdf-stamps/inspect-pdf.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { approvedAward } from '../../harness/documents.ts';
import { originalOf, recordOf, sealAll } from '../../harness/sealed.ts';
import { expect, FILE, programTest } from '../../harness/world.ts';

/** In its own Sello: `fsck` looks at the whole database. */
const test = programTest.extend('settings', FILE, () => ({}));

test('a diploma of a council that seals its documents gets a sealed copy, byte for byte after the diploma', async ({
  sello,
  council,
}) => {
  await sello.database.query(
    `insert into councils (account_id, seals_documents, updated_at) values ($1, true, now())`,
    [council.accountId],
    'seals',
  );
  const award = await approvedAward(council);
  const { diploma } = await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  await sealAll(sello);
  const original = await recordOf(sello, council.key, diploma.certificate_id);
  expect(original.sealed).toMatchObject({ status: 'sealed' });
  const copy = original.sealed.certificate_id;
  const bytes = await originalOf(sello, council.key, copy);
  expect(
    bytes.subarray(0, original.file.size).equals(await originalOf(sello, council.key, original.id)),
  ).toBe(true);
  expect(inspectPdf(bytes).ranges).toMatchObject([{ isStamp: true, problem: undefined }]);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});
