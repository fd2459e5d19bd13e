/** An attacker has a copy of the whole database, and the source of this program. */

import { createDecipheriv, createHmac, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { decodeNoteKey } from '@sello/proof';
import { beforeAll, expect, test } from 'vitest';
import { nodeCryptoEngine } from '../../server/src/kernel/crypto-node.ts';
import { turnOn } from '../harness/authenticator.ts';
import { type Person, signUp } from '../harness/dashboard-person.ts';
import { forFile } from '../harness/for-file.ts';
import { API, openTestSello } from '../harness/test-sello.ts';

let person: Person;
let fileAddress: URL;
/** All sequences of 32 bytes in the short values of the database: each may be a key. */
let candidates: Buffer[];

const sello = forFile(openTestSello);
beforeAll(async () => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'secret');
  await sello.sequence();
  person = await signUp(sello);
  await turnOn(sello, person);
  const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
  fileAddress = new URL(body.proof.url);
  candidates = (await dump()).flatMap(windows);
});

const LONGEST_KEY_COLUMN = 400;

async function dump(): Promise<Buffer[]> {
  const columns = await sello.database.query(
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type in ('bytea', 'text') order by 1, 2`,
    [],
    'columns',
  );
  const values: Buffer[] = [];
  for (const { table_name, column_name } of columns) {
    const rows = await sello.database.query(
      `select "${column_name}" as value from "${table_name}" where length("${column_name}") between 32 and ${LONGEST_KEY_COLUMN}`,
    );
    for (const { value } of rows) values.push(Buffer.from(value as string | Buffer));
  }
  expect(values.length).toBeGreaterThan(10);
  return values;
}

function windows(value: Buffer): Buffer[] {
  return Array.from({ length: value.length - 31 }, (_, i) => value.subarray(i, i + 32));
}

test('P47 no value of it signs a checkpoint', async () => {
  const { publicKey } = await decodeNoteKey(nodeCryptoEngine, sello.identity.vkey);
  const signers = candidates.filter((seed) => publicKeyOf(seed).equals(Buffer.from(publicKey)));
  expect(signers).toEqual([]);
});

/** RFC 8410 §7: these bytes and a seed are an Ed25519 key in PKCS #8. */
function publicKeyOf(seed: Buffer): Buffer {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
}

test('P47 no value of it signs the address of a file', async () => {
  expect((await sello.call('GET', fileAddress.pathname + fileAddress.search)).text).toBe('secret');
  const { searchParams: given } = fileAddress;
  const parts = ['account', 'mode', 'expires', 'key'].map((name) => given.get(name));
  const signed = ['file', fileAddress.pathname.split('/').at(-1), ...parts].join('\n');
  const signatures = candidates.map((key) => createHmac('sha256', key).update(signed).digest('base64url'));
  expect(signatures).not.toContain(given.get('signature'));
});

test('P47 no value of it opens a second factor', async () => {
  const [row] = await sello.database.query(
    'select secret from second_factors where account_id = $1',
    [person.account.id],
    'factor',
  );
  const sealed = Buffer.from(String(row?.secret).split('.')[1] ?? '', 'base64url');
  expect(sealed.length).toBeGreaterThan(28);
  const opened = candidates.filter((key) => canOpen(key, sealed, person.account.id));
  expect(opened).toEqual([]);
});

function canOpen(key: Buffer, sealed: Buffer, owner: string): boolean {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'sello sealed secrets 1', 32));
  const decipher = createDecipheriv('aes-256-gcm', derived, sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-16));
  try {
    decipher.update(sealed.subarray(12, -16));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}
