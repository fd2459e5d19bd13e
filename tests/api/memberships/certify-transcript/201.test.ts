import { approvedAward, pageOf } from '../../../harness/documents.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('the PDF is certified, and its page shows the standing as it is now', async ({ sello, council }) => {
  const award = await approvedAward(council);
  const { certificate } = await council.ask('POST', `/members/${award.member_id}/transcript`, 201, {
    as_of: '2026-03-31',
  });
  expect(certificate).toMatchObject({ object: 'certificate', document_type: 'transcript', livemode: true });
  const page = await pageOf(sello, certificate.qr_verification_url);
  expect(page.document).toMatchObject({
    kind: 'transcript',
    state: 'valid',
    holder: null,
    holder_withheld: true,
    standings: [{ standing: 'current', valid: true }],
  });
  expect(JSON.stringify(page)).not.toContain('Luna');
  await council.ask('POST', `/members/${award.member_id}/suspend`, 200, { reason: 'Pago' });
  expect((await pageOf(sello, certificate.qr_verification_url)).document.standings[0]).toMatchObject({
    standing: 'suspended',
    valid: false,
  });
  expect(
    await sello.call('GET', `${API}/certificates/${certificate.id}`, { key: council.key }),
  ).toMatchObject({ status: 200 });
});
