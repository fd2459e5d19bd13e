import { curpNumber } from '../../../harness/curps.ts';
import { filesIn } from '../../../harness/exports.ts';
import { newEmail, openOwnPageWorld, PDF, sendEvidence } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('a member exports everything that is held, with full identifiers and the files that were sent', async ({
  world,
}) => {
  const { council, sello } = world;
  const email = newEmail();
  const { id } = await council.member({ email, curp: curpNumber(51) });
  const visit = await world.enterByCode(email);
  await sendEvidence(visit);
  const answer = await visit.call('GET', '/export');
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = filesIn(answer);
  expect(JSON.parse(files.get('member.json') ?? '')).toMatchObject([{ id, email, curp: curpNumber(51) }]);
  const sent = [...files].filter(([name]) => name.startsWith('files/'));
  expect(sent).toMatchObject([[expect.stringMatching(/constancia ñ\.pdf$/), PDF.toString()]]);
  expect(JSON.parse(files.get('sessions.json') ?? '')).toMatchObject([{ opened_by: 'code', is_own: true }]);
  for (const content of files.values()) expect(content).not.toContain('token_hash');
  const [told] = await sello.ports.audit.page(council.accountId, 1, undefined);
  expect(told).toMatchObject({ action: 'member.export', target: id, actor: { type: 'member' } });
});
