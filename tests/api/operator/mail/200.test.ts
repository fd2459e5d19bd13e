import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { turnOn } from '../../../harness/authenticator.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { asOperator, newOperator } from '../../../harness/operator.ts';
import { expect, test, testAlone } from '../../../harness/world.ts';

testAlone('a test mail goes to the operator’s own address', async () => {
  const { sello, signUp, mails, close } = await openMailingSello();
  try {
    const person = await signUp();
    await sello.ports.operators.add(person.id, sello.ports.now(), OPERATOR);
    await turnOn(sello, person);
    const operator = asOperator(sello, person);
    const { status, body } = await operator.operate('POST', '/mail/test', {});
    expect([status, body]).toEqual([200, { sent_to: person.email }]);
    expect(mails.at(-1)?.text).toContain('sello.example');
    expect((await operator.operate('GET', '/mail')).body).toEqual({
      configured: true,
      failing: false,
      waiting: 0,
      from: 'Sello <no-reply@sello.example>',
    });
  } finally {
    await close();
  }
});

test('without a mail server, the answer says so', async ({ sello }) => {
  const operator = await newOperator(sello);
  const { status, body } = await operator.operate('POST', '/mail/test', {});
  expect([status, body.error]).toEqual([403, 'mail_not_configured']);
  expect((await operator.operate('GET', '/mail')).body.configured).toBe(false);
});
