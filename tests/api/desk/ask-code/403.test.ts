import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { newEmail } from '../../../harness/own-page.ts';
import { expect, test } from '../../../harness/world.ts';

test('mail_not_configured: nobody enters a desk where no mail is sent, and no address is told apart', async ({
  sello,
}) => {
  const council = await openCouncil(sello);
  const email = newEmail();
  await council.must('POST', '/organizers', { name: 'Sociedad', emails: [email] });
  const answers = [];
  for (const wanted of [email, newEmail()]) {
    const payload = { email: wanted };
    const answer = await sello.call('POST', `/api/o/${council.accountId}/code`, { payload });
    expectRefusal(answer, 403, 'mail_not_configured');
    answers.push(answer.text);
  }
  expect(answers[0]).toBe(answers[1]);
});
