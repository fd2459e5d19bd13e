import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { test } from '../../../harness/world.ts';

test('without a session nothing is revealed and no upload is read; an API key does not help', async ({
  sello,
  person,
}) => {
  const { secret } = await person.newKey();
  const form = fileForm('x');
  for (const [method, path] of [
    ['GET', '/certificates'],
    ['POST', '/certificates'],
    ['GET', '/certificates/cert_0000000000000000000000'],
    ['GET', '/certificates/cert_0000000000000000000000/proof?type=nom151'],
    ['GET', '/certificates/cert_0000000000000000000000/qr'],
    ['GET', '/usage'],
    ['GET', '/usage.csv'],
  ] as const) {
    for (const key of [undefined, secret]) {
      const call = { key, ...(method === 'POST' && form) };
      expectRefusal(await sello.call(method, DASHBOARD + path, call), 401, 'unauthorized');
    }
  }
});
