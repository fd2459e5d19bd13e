import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { connect, type Database } from '../../../../server/src/database/pool.ts';
import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { forFile } from '../../../harness/for-file.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { type Stock, takeStock } from '../../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestAnswer } from '../../../harness/test-sello.ts';

let caller: TestAccount;
let before: Stock;
let admin: Database;
const psc = forFile(openFaultyPsc);
const sello = forFile(() => openTestSello(psc.env));
beforeAll(async () => {
  admin = connect(inject('postgres'), 1);
});
beforeEach(async () => {
  caller = await sello.newAccount({ certificates: 5 });
  before = await takeStock(sello, caller);
});
afterAll(async () => {
  await admin.close();
});

const post = (content: string | Uint8Array = 'x', language = 'en') => {
  const form = fileForm(content);
  return sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: form.payload,
    headers: { ...form.headers, 'idempotency-key': 'once', 'accept-language': language },
  });
};

function expectUnavailable({ status, body, headers }: TestAnswer): void {
  expect([status, body.error]).toEqual([503, 'storage_unavailable']);
  expect(body.message).toMatch(/Nothing was changed|No se cambió nada/);
  expect(body.message).not.toMatch(/ENOTDIR|ECONN|database|select|\//);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}

/** Healthy again, without a restart: the same request under the same key makes one certificate. */
async function expectOneCertificateOnRetry(content?: string | Uint8Array): Promise<void> {
  const { status, headers } = await post(content);
  expect(status).toBe(201);
  expect(headers['idempotent-replayed']).toBeUndefined();
  expect(await takeStock(sello, caller)).toEqual({
    ...before,
    certificatesLeft: before.certificatesLeft - 1,
    minuteCalls: 1,
    monthCalls: 1,
    certificates: 1,
    idempotencyKeys: 1,
  });
}

describe('the folder of files is broken', () => {
  /** Replaces the folder by a plain file, because permissions would not stop a privileged process. */
  async function breakFolder(name: string): Promise<() => Promise<void>> {
    const folder = path.join(sello.dataDir, 'files', name);
    await rename(folder, `${folder}.away`);
    await writeFile(folder, '');
    return async () => {
      await rm(folder);
      await rename(`${folder}.away`, folder);
    };
  }

  test.for([
    ['a small file', 'x'],
    ['a file of several batches', Buffer.alloc(5_000_000)],
  ] as const)('where uploads arrive: %s is answered 503 and costs nothing', async ([, content]) => {
    const mend = await breakFolder('incoming');
    expectUnavailable(await post(content));
    expectUnavailable(await post(content, 'es'));
    await mend();
    expect(await takeStock(sello, caller)).toEqual(before);
    await expectOneCertificateOnRetry(content);
  });

  test('where files are kept: a stamped file is answered 503 and costs nothing', async () => {
    const mend = await breakFolder('files');
    const stamps = psc.calls;
    expectUnavailable(await post());
    expect(psc.calls).toBe(stamps + 1);
    await mend();
    expect(await takeStock(sello, caller)).toEqual(before);
    await expectOneCertificateOnRetry();
  });

  test('where files are kept, for one account only: other accounts are not affected', async () => {
    const other = await sello.newAccount();
    await writeFile(path.join(sello.dataDir, 'files', 'files', caller.account.id), '');
    expectUnavailable(await post());
    await sello.certify(other.key);
    await rm(path.join(sello.dataDir, 'files', 'files', caller.account.id));
    await mkdir(path.join(sello.dataDir, 'files', 'files', caller.account.id));
    expect(await takeStock(sello, caller)).toEqual(before);
    await expectOneCertificateOnRetry();
  });
});

describe('the database is down', () => {
  const name = () => new URL(sello.database.url).pathname.slice(1);

  /** Ends every connection and accepts no new one. */
  async function cutDatabase(): Promise<() => Promise<unknown>> {
    await admin.query(`alter database ${name()} with allow_connections false`, [], 'close');
    await admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = $1 and backend_type = 'client backend'`,
      [name()],
      'cut',
    );
    return () => admin.query(`alter database ${name()} with allow_connections true`, [], 'open');
  }

  test('before the request: it is answered 503 and costs nothing', async () => {
    const mend = await cutDatabase();
    expectUnavailable(await post());
    expectUnavailable(await post('x', 'es'));
    await mend();
    expect(await takeStock(sello, caller)).toEqual(before);
    await expectOneCertificateOnRetry();
  });

  test('between the stamp and the row: it is answered 503, and has cost nothing once the database is back', async () => {
    const stamps = psc.calls;
    const release = psc.hold();
    const answer = post();
    await psc.arrived(stamps + 1);
    const mend = await cutDatabase();
    release();
    expectUnavailable(await answer);
    await mend();
    await expect.poll(() => takeStock(sello, caller)).toEqual(before);
    await expectOneCertificateOnRetry();
  });
});
