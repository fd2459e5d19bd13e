import { beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '../../../server/src/kernel/actor.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { takeStock } from '../../harness/take-stock.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

let processes: TestSello[];
const sello = forFile(openTestSello);
beforeAll(async () => {
  processes = [sello, await sello.another(), await sello.another()];
});

const post = (key: string, number: number) => {
  const process = processes[number % processes.length] as TestSello;
  return process.call('POST', `${API}/certificates`, { key, ...fileForm(`file ${number}`) });
};

test('P15 with 5 left, 200 parallel uploads over three processes make exactly 5 certificates', async () => {
  const caller = await sello.newAccount({ certificates: 5 });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, number) => post(caller.key, number)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(195);
  expect(new Set(made.map(({ body }) => body.certificate.id)).size).toBe(5);
  expect(await takeStock(sello, caller)).toEqual({
    certificatesLeft: 0,
    minuteCalls: 200,
    monthCalls: 200,
    certificates: 5,
    reservations: 0,
    idempotencyKeys: 0,
    incoming: [],
  });
});

test('P15 an allowance granted during the uploads is used up exactly', async () => {
  const caller = await sello.newAccount({ certificates: 3 });
  const crowd = Array.from({ length: 60 }, (_, number) => post(caller.key, number));
  await Promise.race(crowd);
  await sello.ports.accounts.grant(caller.account.id, 4, sello.ports.now(), OPERATOR);
  const made = (await Promise.all(crowd)).filter(({ status }) => status === 201).length;
  const { certificates, certificatesLeft, reservations } = await takeStock(sello, caller);
  expect([certificates, certificates + certificatesLeft, reservations]).toEqual([made, 7, 0]);
  while ((await post(caller.key, 0)).status === 201);
  expect(await takeStock(sello, caller)).toMatchObject({ certificates: 7, certificatesLeft: 0 });
});
