import { cookieOf } from '../../../harness/dashboard-person.ts';
import { drawEverybody } from '../../../harness/draws.ts';
import { openFourEyes, outcomeOf, REFUSED } from '../../../harness/four-eyes.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { sendEvidence, type Visit } from '../../../harness/own-page.ts';
import { expect, test } from '../../../harness/world.ts';

test('under four eyes whoever sent evidence by a link that they made does not decide the review', async ({
  sello,
}) => {
  const { owner, approver, council: own } = await openFourEyes(sello);
  const council = await openCouncil(sello, own.key);
  const { member_id, program_id } = await council.membership({ starts_on: council.today(-30) });
  const drawId = await drawEverybody(council, program_id);
  const { reviews } = await council.must('GET', `/reviews?draw_id=${drawId}`);
  const root = `/api/my/${council.accountId}`;
  const { access_link } = await council.must('POST', `/members/${member_id}/access-link`, {});
  const link = new URL(access_link.url).hash.replace('#link=', '');
  const cookie = cookieOf(await sello.call('POST', `${root}/session`, { payload: { link } }));
  const call: Visit['call'] = (method, path, payload, headers = {}) =>
    sello.call(method, root + path, {
      headers: { cookie, ...headers },
      ...(payload !== undefined && { payload }),
    });
  const evidence_id = await sendEvidence({ cookie, call });
  const path = `/reviews/${reviews[0].id}`;
  expect((await call('POST', `${path}/evidence`, { evidence_id })).status).toBe(200);
  const decide = { outcome: 'passed' };
  expect(outcomeOf(await council.call('POST', `${path}/decide`, decide))).toEqual(REFUSED);
  expect(outcomeOf(await owner.call('POST', `${path}/decide`, decide))).toEqual(REFUSED);
  expect(outcomeOf(await approver.call('POST', `${path}/decide`, decide))).toEqual([200, null]);
});
