/** Documents of a council that seals them: the diploma and its sealed copy. */

import { inspectPdf } from '../../../proof/src/pdf-stamps/inspect-pdf.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { approvedAward } from '../../harness/documents.ts';
import { openProgramCouncil } from '../../harness/program-council.ts';
import { originalOf, recordOf, sealAll } from '../../harness/sealed.ts';
import { expect, FILE, programTest } from '../../harness/world.ts';

/** Has a Sello of its own, because `fsck` looks at the whole database. */
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

  // Without a key, the document's entry still says who ordered the diploma, but nothing says who ordered the copy.
  await sello.database.query('update certificates set key_id = null', [], 'no-key');
  const { findings } = await fsck({ sello });
  expect(findings.filter(({ code }) => code === 'unsigned_upload')).toMatchObject([
    { where: `${council.accountId} ${copy}` },
  ]);
  await sello.database.query(
    'update certificates c set key_id = k.id from api_keys k where k.account_id = c.account_id',
    [],
    'key',
  );
});

test('the log says which person ordered a diploma, of the diploma and of its sealed copy', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const { secret } = await owner.newKey({ name: 'k', mode: 'live', rate_per_minute: 1000 });
  const council = await openProgramCouncil(sello, secret);
  await owner.call('PATCH', '/council', { seals_documents: true });
  const award = await approvedAward(council);
  const { status, body, text } = await owner.call('POST', `/awards/${award.id}/diploma`, {});
  expect(status, text).toBe(201);
  await sealAll(sello);
  const original = await recordOf(sello, secret, body.diploma.certificate_id);
  const copy = original.sealed.certificate_id;
  const noted = await sello.database.query(
    `select target, actor_type, actor_id from audit_events where action = 'certificate.create' and account_id = $1 order by number`,
    [council.accountId],
    'noted',
  );
  const by = { actor_type: 'person', actor_id: owner.id };
  expect(noted).toEqual([original.id, copy].map((target) => ({ target, ...by })));
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});
