/** A caller who follows the advice of a refusal is not refused again because of the same field. */

import { beforeAll, expect, test } from 'vitest';
import { type OpenapiSchema, openapiDocument } from '../../../scripts/openapi-document.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';
import { swapped } from '../../harness/wrong-bodies.ts';

const sello = forFile(openTestSello);
let key: string;
let organizerKey: string;
beforeAll(async () => {
  ({ key } = await sello.newAccount());
  const council = await openCouncil(sello, key);
  const { organizer } = await council.must('POST', '/organizers', { name: 'Sociedad' });
  organizerKey = await council.organizerKey(organizer.id);
});

/** The desk of an organiser is open to its own keys alone. */
const keyFor = (path: string) => (path.startsWith('/desk/') ? organizerKey : key);

type Asked = Record<string, string>;

/** The field that a message is about, and what it advises. */
function read(message: string): {
  field: string | undefined;
  rename: string | undefined;
  isUnknown: boolean;
} {
  const [, field] = /^(?:items\[\d+\]: )?`?([\w.[\]]+)`? /.exec(message) ?? [];
  const [, rename] = /or write `([^`]+)`/.exec(message) ?? [];
  return { field, rename, isUnknown: message.includes('is not known here') };
}

/** A value that the parameter takes. */
function valueFor({
  type,
  enum: words,
  ...rest
}: OpenapiSchema & { format?: string; minimum?: number }): string {
  if (words !== undefined) return String(words[0]);
  if (type === 'integer') return String(rest.minimum ?? 1);
  if (rest.format === 'date') return '2026-01-31';
  if (rest.format === 'date-time') return '2026-01-31T18:00:00Z';
  return 'x';
}

async function ask(
  path: string,
  asked: Asked,
): Promise<{ status: number; body: { error?: string; message?: string } }> {
  const url = `${API}${path}?${new URLSearchParams(asked)}`;
  const { status, body } = await sello.call('GET', url, { key: keyFor(path) });
  return { status, body };
}

test('the suggestion for a misspelt parameter of any operation is accepted', async () => {
  const { paths } = await openapiDocument();
  const circles: string[] = [];
  let followed = 0;
  for (const [url, { get }] of Object.entries(paths)) {
    if (get === undefined || !url.startsWith(API)) continue;
    const path = url.slice(API.length).replace(/\{\w+\}/g, 'x');
    const query = (get.parameters ?? []).filter((one) => one.in === 'query');
    const needed = query
      .filter((one) => one.required)
      .map((one) => [one.name, valueFor(one.schema)] as const);
    for (const { name, schema } of query) {
      const wrong = swapped(name);
      if (wrong === name || query.some((one) => one.name === wrong)) continue;
      const rest = Object.fromEntries(needed.filter(([one]) => one !== name));
      const refused = await ask(path, { ...rest, [wrong]: valueFor(schema) });
      if (refused.status === 401 || refused.status === 404) continue;
      const { field, rename, isUnknown } = read(refused.body.message ?? '');
      if (refused.status !== 422 || field !== wrong || !isUnknown) {
        circles.push(`${path}?${wrong} is not refused as unknown: ${refused.body.message}`);
        continue;
      }
      followed += 1;
      const isRefused = 'deprecated' in schema;
      if (rename !== (isRefused ? undefined : name)) circles.push(`${path}?${wrong} → ${rename}`);
      const removed = await ask(path, rest);
      if (removed.status === 422 && read(removed.body.message ?? '').field !== name)
        circles.push(`${path} without ${wrong}: ${removed.body.message}`);
    }
  }
  expect(circles).toEqual([]);
  expect(followed).toBeGreaterThan(60);
});

test.for([
  ['crup', '/members'],
  ['emial', '/members'],
  ['rcf', '/members'],
  ['colour', '/certificates'],
])('%s is not answered with a name that is refused or that nobody meant', async ([wrong = '', path = '']) => {
  const { body } = await ask(path, { [wrong]: 'x' });
  expect(body.message).toContain(`\`${wrong}\` is not known here; remove it.`);
});

test('a name that is already used is not suggested for another', async () => {
  const { body } = await ask('/certificates', { limit: '5', limti: '6' });
  expect(body.message).toContain('`limti` is not known here; remove it.');
});

test("the advice for a batch's item leads to an accepted one, and the first wrong item is named", async () => {
  const sha256 = 'a'.repeat(64);
  const good = { file_name: 'a', sha256 };
  const post = (items: object[]) => sello.call('POST', `${API}/batches`, { key, payload: { items } });
  const item: Record<string, string> = { title: 'x', file_base64: 'YQ==' };
  const met: string[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await post([good, item, { file_name: 'b' }]);
    expect([status, body.message]).toEqual([422, expect.stringMatching(/^items\[1\]: /)]);
    const { field = '' } = read(body.message);
    expect(met).not.toContain(field);
    met.push(field);
    if (field === 'file_base64') delete item.file_base64;
    else if (field === 'file_name' || field === 'sha256') item[field] = field === 'sha256' ? sha256 : 'x';
    if (item.file_name !== undefined && item.sha256 !== undefined) break;
  }
  expect(met).toEqual(['file_base64', 'file_name', 'sha256']);
  expect((await post([good, item])).status).toBe(202);
});
