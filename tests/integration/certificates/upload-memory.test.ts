import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../server/src/certificates/certificate.ts';
import { startChildSello } from '../../harness/child-sello.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { postRaw } from '../../harness/raw-http.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());

const MB = 1_000_000;

test('P36 50 MB as base64 JSON need no more memory than as multipart', async () => {
  const form = fileForm(Buffer.alloc(MAX_FILE_BYTES, 'a'));
  const json = Buffer.concat([
    Buffer.from('{"file_name":"a","file_base64":"'),
    Buffer.alloc(4 * Math.floor(MAX_FILE_BYTES / 3), 'YWFh'),
    Buffer.from('"}'),
  ]);
  const multipartPeak = await peakOf(form.headers, form.payload);
  const jsonPeak = await peakOf({ 'content-type': 'application/json' }, json);
  expect(jsonPeak / MB, `multipart needed ${multipartPeak / MB} MB`).toBeLessThan(multipartPeak / MB + 60);
});

/** Peak resident memory of a child process while it certified this body. */
async function peakOf(headers: Record<string, string>, body: Buffer): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sello-memory-'));
  const child = await startChildSello({
    DATABASE_URL: sello.database.url,
    SELLO_DATA_DIR: dataDir,
    SELLO_MASTER_KEY_FILE: path.join(sello.dataDir, 'master.key'),
  });
  try {
    const answer = await postRaw(child.baseUrl, { key: caller.key, headers }, body);
    expect(answer.status).toBe(201);
    return await child.peakResidentBytes();
  } finally {
    await child.kill('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}
