import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('the transcript as PDF, CSV and JSON, only of the member who asks', async ({ world }) => {
  const membership = await world.council.membership();
  const visit = await world.enterByLink(membership.member_id);
  const json = await visit.call('GET', '/transcript');
  expect([json.status, json.headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ]);
  expect(json.body.transcript.member.id).toBe(membership.member_id);
  const csv = await visit.call('GET', '/transcript?format=csv');
  expect(csv.headers['content-type']).toContain('text/csv');
  const pdf = await visit.call('GET', '/transcript?format=pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(newEmail()).toContain('@');
});
