import { expect } from 'vitest';
import type { Person } from './dashboard-person.ts';
import { fileForm } from './multipart.ts';
import type { TestAnswer } from './test-sello.ts';

type DashboardUpload = {
  mode?: 'live' | 'test';
  fields?: Record<string, string>;
  fileName?: string;
  headers?: Record<string, string>;
};

/** Uploads a file as the dashboard does. */
export function uploadAs(
  person: Person,
  content: string | Uint8Array = 'hello',
  { mode = 'live', fields = {}, fileName, headers = {} }: DashboardUpload = {},
): Promise<TestAnswer> {
  const form = fileForm(content, fields, fileName);
  return person.call('POST', `/certificates?mode=${mode}`, form.payload, { ...form.headers, ...headers });
}

/** The same for an upload that must succeed; returns the record. */
export async function certifyAs(
  person: Person,
  content?: string | Uint8Array,
  upload?: DashboardUpload,
): Promise<TestAnswer['body']> {
  const answer = await uploadAs(person, content, upload);
  if (answer.status !== 201) throw new Error(`not certified: ${answer.status} ${answer.text}`);
  return answer.body.certificate;
}

/** Asserts that a refused upload left allowance and list as they were after sign-up. */
export async function expectNothingUsed(person: Person): Promise<void> {
  const left = person.account.certificates_left;
  expect((await person.call('GET', '/me')).body.account.certificates_left).toBe(left);
  expect((await person.call('GET', '/certificates')).body.pagination.total).toBe(0);
}
