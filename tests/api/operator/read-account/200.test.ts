import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('P112 an account shows people and figures, but nothing of what was certified', async ({ sello }) => {
  const operator = await newOperator(sello);
  const { account, key, email } = await sello.newAccount({ certificates: 10 });
  const record = await sello.certify(key, 'contenido secreto', { title: 'Título secreto' });
  const { status, body, text } = await operator.operate('GET', `/accounts/${account.id}`);
  expect(status).toBe(200);
  expect(body.account).toMatchObject({
    id: account.id,
    certificates_left: 9,
    certificates_granted: 10,
    certificates_made: 1,
    stored_bytes: 17,
    keys: 1,
    owners: [{ email }],
    suspended_at: null,
  });
  expect(body.people).toMatchObject([{ email, role: 'owner', second_factor: false }]);
  expect(body.month.certificates).toBe(1);
  expect(body.webhooks).toEqual({ endpoints: 0, failing: 0, disabled: 0 });
  expect(body.days).toHaveLength(30);
  for (const secret of ['secreto', record.id, new URL(record.qr_verification_url).pathname])
    expect(text).not.toContain(secret);
});
