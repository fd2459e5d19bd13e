/** Certificates that are written together by one statement are what each would have been alone. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomBase62 } from '../../server/src/domain/base62.ts';
import type { Sha256Hex } from '../../server/src/domain/sha256-hex.ts';
import type { NewCertificate } from '../../server/src/ports.ts';
import { fileForm } from '../harness/multipart.ts';
import { takeStock } from '../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test('P18 one that lost its reservation is not written, and takes no number from its neighbours', async () => {
  const caller = await sello.newAccount({ certificates: 10 });
  const { certificates, now } = sello.ports;
  const titles = ['one', 'two', 'three', 'four'];
  const starts = await Promise.all(
    titles.map(() => certificates.begin(caller.account.id, true, undefined, now())),
  );
  const reservations = starts.map((start) => (start.outcome === 'go' ? start.reservation : undefined));
  await sello.database.query('take-one', 'delete from allowance_reservations where id = $1', [
    reservations[2],
  ]);
  const made = titles.map((title) => makeCertificate(caller, title));
  const written = await Promise.all(
    made.map((one, i) => certificates.commit(one, reservations[i], undefined)),
  );
  expect(written).toEqual([true, true, false, true]);

  const rows = await sello.database.query(
    'written',
    `select c.number, c.title, c.warnings, t.tsr, t.chain, t.salt, q.leaf_hash
       from certificates c join certificate_tokens t on t.certificate_id = c.id join log_queue q on q.id = c.ticket
      where c.account_id = $1 order by c.number`,
    [caller.account.id],
  );
  expect(rows).toEqual(
    [made[0], made[1], made[3]].map((one, i) => ({
      number: i + 1,
      title: one?.certificate.title,
      warnings: one?.certificate.timestamp.warnings,
      tsr: Buffer.from(one?.token.tsr ?? []),
      chain: one?.token.chain.map((der) => Buffer.from(der)),
      salt: Buffer.from(one?.token.salt ?? []),
      leaf_hash: Buffer.from(one?.token.leafHash ?? []),
    })),
  );
});

test('P15 two processes that write for one account at once leave no gap and no double number', async () => {
  const caller = await sello.newAccount({ certificates: 100 });
  const processes = [sello, await sello.another()];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, number) => {
      const key = number % 3 === 0 ? { 'idempotency-key': `together-${number}` } : {};
      const form = fileForm(`file ${number}`);
      return (processes[number % 2] as TestSello).call('POST', `${API}/certificates`, {
        key: caller.key,
        ...form,
        headers: { ...form.headers, ...key },
      });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const [row] = await sello.database.query(
    'numbers',
    `select array_agg(number order by number)::text = array(select generate_series(1, 60))::text as is_dense,
            count(distinct ticket) as tickets
       from certificates where account_id = $1`,
    [caller.account.id],
  );
  expect(row).toEqual({ is_dense: true, tickets: 60 });
  expect(await takeStock(sello, caller)).toMatchObject({
    certificates: 60,
    certificatesLeft: 40,
    reservations: 0,
    idempotencyKeys: 20,
  });
});

function makeCertificate({ account, apiKey }: TestAccount, title: string): NewCertificate {
  const { newId, now, randomBytes } = sello.ports;
  return {
    accountId: account.id,
    keyId: apiKey.id,
    certificate: {
      id: newId('cert'),
      livemode: true,
      title,
      description: 'comillas "dobles", \\ y ñ',
      documentType: undefined,
      file: {
        name: `${title}.pdf`,
        mime: 'application/pdf',
        sizeBytes: 1,
        sha256: Buffer.from(randomBytes(32)).toString('hex') as Sha256Hex,
      },
      timestamp: {
        psc: 'nobody',
        serial: '01',
        policyOid: '1.2.3',
        genTime: now().toISOString(),
        accuracyMs: undefined,
        accredited: false,
        warnings: [{ code: 'nonce_absent', message: title }],
      },
      code: randomBase62(randomBytes, 22),
      createdAt: now(),
      leafIndex: undefined,
      anchor: undefined,
    },
    token: {
      tsr: randomBytes(200),
      chain: [randomBytes(100), randomBytes(50)],
      salt: randomBytes(32),
      leafHash: randomBytes(32),
    },
  };
}
