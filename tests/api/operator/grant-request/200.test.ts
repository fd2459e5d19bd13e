import { readEventsAfter } from '../../../../server/src/events/pg-events.ts';
import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { turnOn } from '../../../harness/authenticator.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { asOperator, newOperator } from '../../../harness/operator.ts';
import { expect, test, testAlone } from '../../../harness/world.ts';

test('a request is granted with the requested or another number, and the account reads the answer', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const owner = await signUp(sello);
  const ask = { certificates: 300, reason: 'Constancias de marzo' };
  const asked = await owner.call('POST', '/allowance-requests', ask);
  expect([asked.status, asked.body.request.status]).toEqual([201, 'open']);
  const { requests } = (await operator.operate('GET', '/requests?status=open')).body;
  const request = requests.find(({ id }: { id: string }) => id === asked.body.request.id);
  expect(request).toMatchObject({ ...ask, account: { id: owner.account.id }, asked_by: { id: owner.id } });
  const { status, body } = await operator.operate('POST', `/requests/${request.id}/grant`, {
    certificates: 200,
    answer: 'Primero doscientos',
  });
  expect(status).toBe(200);
  expect(body.request).toMatchObject({
    status: 'granted',
    certificates_granted: 200,
    account: { certificates_left: 205 },
  });
  const told = (await owner.call('GET', '/allowance')).body;
  expect(told).toMatchObject({ certificates_left: 205, certificates_granted: 205, low: false });
  expect(told.requests).toMatchObject([{ status: 'granted', answer: 'Primero doscientos' }]);
  const events = await readEventsAfter(
    sello.database.query,
    { accountId: owner.account.id, livemode: true },
    0,
    ['allowance.granted'],
    5,
  );
  expect(events.map(({ data }) => data)).toMatchObject([
    { id: request.id, certificates: 300, certificates_granted: 200, certificates_left: 205 },
  ]);
});

testAlone('owners are told by mail, in their language, with what the operator wrote', async () => {
  const {
    sello,
    signUp: join,
    mails,
    close,
  } = await openMailingSello({ SELLO_SUPPORT_URL: 'https://help.example' });
  try {
    const owner = await join();
    await owner.call('PATCH', '/me', { language: 'en' });
    const { request } = (
      await owner.call('POST', '/allowance-requests', { certificates: 30, reason: 'Marzo' })
    ).body;
    const person = await join();
    await sello.ports.operators.add(person.id, sello.ports.now(), OPERATOR);
    await turnOn(sello, person);
    const operator = asOperator(sello, person);
    expect(
      (await operator.operate('POST', `/requests/${request.id}/refuse`, { answer: 'Not now' })).status,
    ).toBe(200);
    await sello.ports.aside.settled();
    const [mail] = mails.filter(({ text }) => text.includes('Not now'));
    expect(mail?.text).toContain('has refused the request');
    expect(mail?.text).toContain('https://help.example');
    expect(mail?.text).not.toContain(person.email);
  } finally {
    await close();
  }
});
