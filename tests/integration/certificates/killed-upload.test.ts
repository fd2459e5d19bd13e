import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChildSello, startChildSello } from '../../harness/child-sello.ts';
import { type FaultyPsc, openFaultyPsc } from '../../harness/faulty-psc.ts';
import { fileForm } from '../../harness/multipart.ts';
import { openConnection, postHead } from '../../harness/raw-http.ts';
import { incomingFiles, takeStock } from '../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

let psc: FaultyPsc;
let sello: TestSello;
let child: ChildSello;
beforeEach(async () => {
  psc = await openFaultyPsc();
  sello = await openTestSello(psc.env);
  child = await startChildSello({
    ...psc.env,
    DATABASE_URL: sello.database.url,
    SELLO_DATA_DIR: sello.dataDir,
  });
});
afterEach(async () => {
  await child.kill('SIGKILL');
  await sello.close();
  await psc.close();
});

const FORM = fileForm('cut short');
const HEADERS = { ...FORM.headers, 'idempotency-key': 'survives' };

/** Kills the other process while its upload waits for the provider: it has begun, but written no certificate. */
async function crashWhileCertifying({ key }: TestAccount): Promise<void> {
  const release = psc.hold();
  const connection = await openConnection(child.baseUrl);
  const length = String(FORM.payload.length);
  await connection.send(postHead({ key, headers: { ...HEADERS, 'content-length': length } }));
  await connection.send(FORM.payload);
  await psc.arrived(1);
  // The file is written to disk while the provider is asked.
  await expect.poll(() => incomingFiles(sello.dataDir)).toHaveLength(1);
  await child.kill('SIGKILL');
  connection.close();
  release();
  // Until the database notices the kill, a retry gets 409 with a Retry-After of one second.
  await expect.poll(claimants).toEqual([{ alive: false }]);
}

const claimants = () =>
  sello.database.query('select process_is_alive(owner) as alive from idempotency_keys', [], 'claimants');

const retry = ({ key }: TestAccount) =>
  sello.call('POST', `${API}/certificates`, { key, payload: FORM.payload, headers: HEADERS });

test('after a kill -9 in the middle, the retry makes exactly one certificate and uses one of the allowance', async () => {
  const caller = await sello.newAccount({ certificates: 5 });
  await crashWhileCertifying(caller);
  expect(await takeStock(sello, caller)).toMatchObject({ certificates: 0, idempotencyKeys: 1 });

  const { status, headers } = await retry(caller);
  expect(status).toBe(201);
  expect(headers['idempotent-replayed']).toBeUndefined();
  // The next start returns the dead process's reservations; so does every process now and then.
  await sello.another();
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 4,
    certificates: 1,
    reservations: 0,
  });
  expect((await retry(caller)).headers['idempotent-replayed']).toBe('true');

  // Its partial file is deleted once no process can still be writing to it.
  expect(await incomingFiles(sello.dataDir)).toHaveLength(1);
  sello.advance(3_600_000);
  await sello.another();
  expect(await incomingFiles(sello.dataDir)).toEqual([]);
});

test('the last certificate of an allowance is not lost with the process that had reserved it', async () => {
  const caller = await sello.newAccount({ certificates: 1 });
  await crashWhileCertifying(caller);
  expect((await retry(caller)).status).toBe(201);
  expect(await takeStock(sello, caller)).toMatchObject({
    certificatesLeft: 0,
    certificates: 1,
    reservations: 0,
  });
});
