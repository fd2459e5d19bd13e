import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test.for(['', 'xml', 'JSON', 'yml', 'json&format=yaml'])('format=%s', async (format) => {
  const answer = await sello.call('GET', `${API}/openapi?format=${format}`);
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain('`format`');
});
