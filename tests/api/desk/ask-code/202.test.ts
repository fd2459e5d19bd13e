import { openDeskWorld } from '../../../harness/desk.ts';
import { newEmail } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openDeskWorld);

test('an address of an organiser and an unknown one get the same answer, and only the first gets a mail', async ({
  world,
}) => {
  const { sello, mails } = world;
  const { emails } = await world.organizer();
  const answers = [];
  for (const email of [emails[0], newEmail()]) {
    const { status, body } = await world.knock('POST', '/code', { email });
    answers.push([status, body]);
  }
  await sello.ports.aside.settled();
  expect(answers).toEqual([
    [202, { sent: true }],
    [202, { sent: true }],
  ]);
  expect(mails.map(({ to }) => to)).toEqual([[emails[0]]]);
});
