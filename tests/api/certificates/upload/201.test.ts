import { fileForm } from '../../../harness/multipart.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a form gets the same answer as at POST /certificates', async ({ sello, client }) => {
  const form = fileForm('the contract', { title: 'Contrato', metadata: '{"caso":"7"}' }, 'contrato.pdf');
  const [there, here] = await Promise.all(
    ['/certificates', '/certificates/upload'].map((path) =>
      sello.call('POST', `${API}${path}`, { key: client.key, ...form }),
    ),
  );
  expect([there?.status, here?.status]).toEqual([201, 201]);
  const { certificate } = here?.body ?? {};
  expect(here?.headers.location).toBe(`${sello.config.baseUrl}${API}/certificates/${certificate.id}`);
  expect(certificate).toEqual({
    ...there?.body.certificate,
    id: certificate.id,
    nom151: certificate.nom151,
    qr_verification_url: certificate.qr_verification_url,
    created_at: certificate.created_at,
    updated_at: certificate.updated_at,
  });
  const read = await sello.call('GET', `${API}/certificates/${certificate.id}`, { key: client.key });
  expect(read.body.certificate).toMatchObject({ id: certificate.id, metadata: { caso: '7' } });
});

test('a retry with its Idempotency-Key gets the same certificate, and says so', async ({ sello, client }) => {
  const form = fileForm('once');
  const call = { key: client.key, ...form, headers: { ...form.headers, 'idempotency-key': 'form-1' } };
  const first = await sello.call('POST', `${API}/certificates/upload`, call);
  const again = await sello.call('POST', `${API}/certificates/upload`, call);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
});
