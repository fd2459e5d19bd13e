import { forgetOldRequests } from '../../../../server/src/keys/requests/pg-answered-requests.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const DAY_MS = 86_400_000;

test('the request of another account gets the same answer as one that was never made', async ({
  sello,
  person,
}) => {
  const other = await signUp(sello);
  const { secret: key } = await other.newKey();
  const { headers } = await sello.call('GET', `${API}/certificates`, { key });
  const found = await other.call('GET', `/requests/${headers['x-request-id']}`);
  expect(found.status).toBe(200);
  const foreign = await person.call('GET', `/requests/${headers['x-request-id']}`);
  const unknown = await person.call('GET', '/requests/req_0000000000000000000000');
  for (const answer of [foreign, unknown]) expectRefusal(answer, 404, 'not_found');
  expect(foreign.body).toEqual(unknown.body);
});

test('after thirty days a request is deleted and cannot be found', async ({ sello, person }) => {
  const { secret: key } = await person.newKey();
  const { headers } = await sello.call('GET', `${API}/certificates`, { key });
  await sello.ports.answeredRequests.flush();
  const left = async () => {
    const [row] = await sello.database.query(
      'select count(*)::int as count from answered_requests where request_id = $1',
      [headers['x-request-id']],
      'left',
    );
    return row?.count;
  };
  const after = (days: number) => new Date(sello.ports.now().getTime() + days * DAY_MS);
  await forgetOldRequests(sello.ports.records, after(30));
  expect(await left()).toBe(1);
  await forgetOldRequests(sello.ports.records, after(31));
  expect(await left()).toBe(0);
});
