/** Short ways to make documents: an approved award, processing the queue, finding the certificate for a code. */

import { expect } from 'vitest';
import { workOffDocuments } from '../../server/src/memberships/documents/work-off-documents.ts';
import { accreditedCourse, newAward, type ProgramCouncil } from './program-council.ts';
import type { TestAnswer, TestSello } from './test-sello.ts';

/** Makes an approved award of a new member, for a new course. */
export async function approvedAward(
  council: ProgramCouncil,
  { fields, course, award = {} }: { fields?: object; course?: object; award?: object } = {},
): Promise<TestAnswer['body']> {
  const memberId = await council.enrol({ ...(fields && { fields }) });
  const { id } = await accreditedCourse(council, course);
  const made = await newAward(council, memberId, id, award);
  return (await council.ask('POST', `/awards/${made.id}/approve`, 200, {})).award;
}

/** One round of the worker. */
export function workOff(sello: TestSello): ReturnType<typeof workOffDocuments> {
  return workOffDocuments(sello.ports);
}

/** The JSON of the public page at this address. */
export async function pageOf(sello: TestSello, url: string): Promise<TestAnswer['body']> {
  const answer = await sello.call('GET', `${new URL(url).pathname}.json`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
