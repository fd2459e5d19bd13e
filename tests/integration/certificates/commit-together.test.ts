/** Certificates written together by one statement are the same as if each were written alone. */

import { expect, test } from 'vitest';
import { certifyFile } from '../../../server/src/certificates/certify-file.ts';
import type { NewCertificate } from '../../../server/src/certificates/ports.ts';
import { randomBase62 } from '../../../server/src/kernel/base62.ts';
import { isoTime } from '../../../server/src/kernel/clock.ts';
import type { Sha256Hex } from '../../../server/src/kernel/sha256.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { takeStock } from '../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);

test('P18 a certificate that lost its reservation is not written, and the others are numbered without a gap', async () => {
  const caller = await sello.newAccount({ certificates: 10 });
  const { certificates, now } = sello.ports;
  const titles = ['one', 'two', 'three', 'four'];
  const starts = await Promise.all(
    titles.map(() => certificates.begin(caller.account.id, true, undefined, now())),
  );
  const reservations = starts.map((start) => (start.outcome === 'go' ? start.reservation : undefined));
  await sello.database.query(
    'delete from allowance_reservations where id = $1',
    [reservations[2]],
    'take-one',
  );
  const made = titles.map((title) => makeCertificate(caller, title));
  const written = await Promise.all(
    made.map((one, i) => certificates.commit(one, reservations[i], undefined)),
  );
  expect(written).toEqual(['written', 'written', 'lost', 'written']);

  const rows = await sello.database.query(
    `select c.number, c.title, c.warnings, t.tsr, s.chain, t.salt, q.leaf_hash, q.entry
       from certificates c join certificate_tokens t on t.certificate_id = c.id
       join signing_chains s on s.sha256 = t.chain_sha256 join log_queue q on q.id = c.ticket
      where c.account_id = $1 order by c.number`,
    [caller.account.id],
    'written',
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
      entry: Buffer.from(one?.token.entry ?? []),
    })),
  );
});

test('P15 two processes writing for one account at once leave no gap and no duplicate number', async () => {
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
    `select array_agg(number order by number)::text = array(select generate_series(1, 60))::text as is_dense,
            count(distinct ticket) as tickets
       from certificates where account_id = $1`,
    [caller.account.id],
    'numbers',
  );
  expect(row).toEqual({ is_dense: true, tickets: 60 });
  expect(await takeStock(sello, caller)).toMatchObject({
    certificates: 60,
    certificatesLeft: 40,
    reservations: 0,
    idempotencyKeys: 20,
  });
});

test('P15 without reservations, simultaneous certificates never use more than the allowance', async () => {
  const caller = await sello.newAccount({ certificates: 3 });
  const { certificates } = sello.ports;
  const made = ['one', 'two', 'three', 'four', 'five'].map((title) => makeCertificate(caller, title));
  const outcomes = await Promise.all(made.map((one) => certificates.commit(one, undefined, undefined)));
  expect(outcomes.toSorted()).toEqual([
    'allowance_exhausted',
    'allowance_exhausted',
    'written',
    'written',
    'written',
  ]);
  expect(await takeStock(sello, caller)).toMatchObject({ certificates: 3, certificatesLeft: 0 });
});

test('P15 two processes that write for an account with plenty left number and charge each certificate once', async () => {
  const caller = await sello.newAccount({ certificates: 5_000 });
  const processes = [sello, await sello.another()];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      (processes[number % 2] as TestSello).call('POST', `${API}/certificates`, {
        key: caller.key,
        ...fileForm(`much ${number}`),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const [row] = await sello.database.query(
    `select array_agg(number order by number)::text = array(select generate_series(1, 60))::text as is_dense,
            count(distinct ticket) as tickets
       from certificates where account_id = $1`,
    [caller.account.id],
    'numbers',
  );
  expect(row).toEqual({ is_dense: true, tickets: 60 });
  expect(await takeStock(sello, caller)).toMatchObject({ certificates: 60, certificatesLeft: 4_940 });
});

test('P04 a signing chain that the database has lost is written again with the next certificate', async () => {
  const caller = await sello.newAccount({ certificates: 5_000 });
  const { certificates } = sello.ports;
  const made = makeCertificate(caller, 'before');
  expect(await certificates.commit(made, undefined, undefined)).toBe('written');
  // As after a restore of a database that is older than the chain.
  await sello.database.query('delete from signing_chains', [], 'lose-chains');
  const later = ['one', 'two', 'three'].map((title) => {
    const one = makeCertificate(caller, title);
    return { ...one, token: { ...one.token, chain: made.token.chain } };
  });
  const outcomes = await Promise.all(later.map((one) => certificates.commit(one, undefined, undefined)));
  expect(outcomes).toEqual(['written', 'written', 'written']);
  const rows = await sello.database.query(
    `select count(*)::integer as n, count(s.sha256)::integer as chains from certificates c
       join certificate_tokens t on t.certificate_id = c.id
       left join signing_chains s on s.sha256 = t.chain_sha256 where c.account_id = $1`,
    [caller.account.id],
    'with-chains',
  );
  expect(rows).toEqual([{ n: 4, chains: 4 }]);
  expect(await takeStock(sello, caller)).toMatchObject({ certificates: 4, certificatesLeft: 4_996 });
});

test('P15 an account with plenty left is charged once per certificate, without reservations', async () => {
  const caller = await sello.newAccount({ certificates: 5_000 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      sello.call('POST', `${API}/certificates`, { key: caller.key, ...fileForm(`plenty ${number}`) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await takeStock(sello, caller)).toMatchObject({
    certificates: 12,
    certificatesLeft: 4_988,
    reservations: 0,
  });
});

test('P15 an allowance that runs out during an upload without a reservation is reported, and nothing is left behind', async () => {
  const caller = await sello.newAccount({ certificates: 1_000 });
  const files = { bytes: 0, maxBytes: 1_000, erasures: 0, fullOfTests: undefined, keepFilesDays: undefined };
  const uploader = { ...ownerOf(caller), certificatesLeft: 1_000, files };
  await sello.database.query(
    'update accounts set certificates_left = 0 where id = $1',
    [caller.account.id],
    'spent-meanwhile',
  );
  const blob = sello.ports.blobs.receive(caller.account.id);
  blob.write(Buffer.from('too late'));
  const file = { blob, ...blob.finish(), name: 'late.txt', mime: 'text/plain', title: 'late' };
  const fields = { description: undefined, documentType: undefined, externalId: undefined, metadata: {} };
  await expect(certifyFile(sello.ports, uploader, { ...file, ...fields }, undefined)).rejects.toMatchObject({
    code: 'allowance_exhausted',
  });
  expect(await takeStock(sello, caller)).toMatchObject({
    certificates: 0,
    certificatesLeft: 0,
    reservations: 0,
  });
});

test('a certificate chain is stored once, however many stamps use it', async () => {
  const caller = await sello.newAccount({ certificates: 10 });
  for (const content of ['first', 'second']) await sello.certify(caller.key, content);
  const [row] = await sello.database.query(
    `select count(*) as stamps, count(distinct chain_sha256) as chains from certificate_tokens where account_id = $1`,
    [caller.account.id],
    'chains',
  );
  expect(row).toEqual({ stamps: 2, chains: 1 });
});

function ownerOf({ account, apiKey }: TestAccount) {
  return { accountId: account.id, livemode: true, keyId: apiKey.id };
}

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
      externalId: undefined,
      metadata: {},
      tags: [],
      keyId: undefined,
      file: {
        name: `${title}.pdf`,
        mime: 'application/pdf',
        sizeBytes: 1,
        sha256: Buffer.from(randomBytes(32)).toString('hex') as Sha256Hex,
        longDigest: undefined,
        wasSent: true,
        erasedAt: undefined,
      },
      isAdopted: false,
      sharedBy: undefined,
      seal: undefined,
      sealedFrom: undefined,
      keepFilesDays: undefined,
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
      createdAt: isoTime(now()),
      changedAt: undefined,
      leafIndex: undefined,
      anchor: undefined,
    },
    token: {
      tsr: randomBytes(200),
      chain: [randomBytes(100), randomBytes(50)],
      salt: randomBytes(32),
      leafHash: randomBytes(32),
      entry: randomBytes(32),
    },
    sent: { before: { erasures: 0 }, isThere: async () => true },
  };
}
