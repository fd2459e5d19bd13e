import { pageOf, workOff } from '../../../harness/documents.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend('renewed', ({ council }) => async (fields: object) => {
  const membership = await council.endingOn(council.today(30));
  await council.points(membership.member_id, [
    { program_id: membership.program_id, category: 'emc', points: 60, completed_on: council.today(-10) },
  ]);
  const { renewal } = await council.must('POST', `/memberships/${membership.id}/renewals`, {
    approve: true,
    ...fields,
  });
  return renewal;
});

test('`certify` queues a constancia with the approval, and the worker makes it', async ({
  sello,
  council,
  renewed,
}) => {
  const renewal = await renewed({ certify: true });
  expect(renewal.constancia).toEqual({
    status: 'queued',
    error: null,
    certificate_id: null,
    qr_verification_url: null,
  });
  await workOff(sello);
  const { constancia } = (await council.must('GET', `/renewals/${renewal.id}`)).renewal;
  expect(constancia.status).toBe('certified');
  const { certificate } = await council.must('GET', `/certificates/${constancia.certificate_id}`);
  expect(certificate.document_type).toBe('constancia_de_vigencia');
  const page = (await pageOf(sello, constancia.qr_verification_url)).document;
  expect(page).toMatchObject({
    kind: 'constancia',
    state: 'valid',
    standings: [{ standing: 'current', valid: true }],
  });
  await council.must('POST', `/renewals/${renewal.id}/annul`, { reason: 'Error' });
  expect((await pageOf(sello, constancia.qr_verification_url)).document).toMatchObject({
    state: 'annulled',
    since: council.today(),
  });
});

test('a renewal without a constancia gets one on request, once', async ({ council, renewed }) => {
  const renewal = await renewed({});
  expect(renewal.constancia).toBeNull();
  const made = await council.call('POST', `/renewals/${renewal.id}/constancia`, {});
  expect([made.status, made.body.renewal?.constancia.status]).toEqual([201, 'certified']);
  const again = await council.call('POST', `/renewals/${renewal.id}/constancia`, {});
  expect([again.status, again.body]).toEqual([200, made.body]);
});

test('a renewal that is not approved has no constancia', async ({ sello, council }) => {
  const membership = await council.endingOn(council.today(30));
  const { renewal } = await council.must('POST', `/memberships/${membership.id}/renewals`, { certify: true });
  const answer = await sello.call('POST', `${API}/renewals/${renewal.id}/constancia`, {
    key: council.key,
    payload: {},
  });
  expect([answer.status, answer.body.error]).toEqual([409, 'invalid_transition']);
});
