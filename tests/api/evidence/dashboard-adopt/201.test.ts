import { multipart } from '../../../harness/multipart.ts';
import { evidencePart, filePart, ISSUED_AT, sha256Of, trustOther } from '../../../harness/other-provider.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person adopts a constancia, and the audit log names the person', async ({ sello, person }) => {
  const other = await trustOther(sello);
  const tsr = await other.stamp(sha256Of('by a person'), ISSUED_AT);
  const { payload, headers } = multipart([evidencePart(tsr), filePart('by a person')]);
  const answer = await person.call('POST', '/evidence/adopt?mode=live', payload, headers);
  expect(answer.status).toBe(201);
  const { certificate } = answer.body;
  expect(certificate).toMatchObject({ livemode: true, key_id: null, origin: { issued_by: 'Otro PSC' } });
  const audit = await person.call('GET', '/audit?action=certificate.create');
  expect(audit.text).toContain(certificate.id);
  const read = await person.call('GET', `/certificates/${certificate.id}`);
  expect(read.body.timeline.map(({ step }: { step: string }) => step).slice(0, 2)).toEqual([
    'stamped',
    'received',
  ]);
});
