import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeHex, encodePem, encodeUtf8 } from '@sello/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRecords, openRecordAuthority, renewHashes } from '../../../../tests/harness/made-records.ts';
import { sha256 } from '../../../../tests/harness/sample-proof.ts';
import { CommandFailed, UsageError } from '../shared/usage.ts';
import { verifyCommand } from './verify.ts';

const CONTENT = encodeUtf8('hola\n');
const THIS_YEAR = new Date().getUTCFullYear();

const folder = mkdtempSync(path.join(tmpdir(), 'sello-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  const authority = await openRecordAuthority('p256', THIS_YEAR - 3);
  const stranger = await openRecordAuthority('p256', THIS_YEAR - 3);
  const made = await makeRecords(authority, [[CONTENT], [encodeUtf8('otro')]], { year: THIS_YEAR - 2 });
  const [renewed] = await renewHashes(authority, [made[0]!], [[CONTENT]], { year: THIS_YEAR - 1 });
  writeFileSync(at('file'), CONTENT);
  writeFileSync(at('other'), 'otro');
  writeFileSync(at('record.ers'), made[0]!);
  writeFileSync(at('renewed.ers'), renewed!);
  writeFileSync(at('broken.ers'), made[0]!.slice(0, -1));
  writeFileSync(at('root.pem'), encodePem('CERTIFICATE', authority.rootDer));
  writeFileSync(at('stranger.pem'), encodePem('CERTIFICATE', stranger.rootDer));
});

type Answer = { status: number; output: string };

async function verify(...args: string[]): Promise<Answer> {
  let output = '';
  const out = (text: string): void => {
    output += text;
  };
  const terminal = { env: {}, write: () => {}, out, error: () => {}, status: undefined };
  return verifyCommand(args, terminal).then(
    () => ({ status: 0, output }),
    (error) => {
      if (error instanceof CommandFailed) return { status: error.status, output };
      if (error instanceof UsageError) return { status: 2, output: error.message };
      throw error;
    },
  );
}

const ROOT = ['--root', at('root.pem')];

test('P130 sello verify says from an evidence record when its file was stamped', async () => {
  const { status, output } = await verify(at('file'), '--record', at('record.ers'), ...ROOT);
  expect(output).toContain(`stamped on ${THIS_YEAR - 2}-06-01`);
  expect(status).toBe(0);
});

test.each([
  ['another file', ['other', '--record', 'record.ers', '--root', 'root.pem'], 1],
  ['a damaged record', ['file', '--record', 'broken.ers', '--root', 'root.pem'], 1],
  ['the root of somebody else', ['file', '--record', 'record.ers', '--root', 'stranger.pem'], 1],
  [
    'a day after the end of the key',
    ['file', '--record', 'record.ers', '--root', 'root.pem', '--as-of', '2190-01-01'],
    1,
  ],
  [
    'a broken algorithm',
    ['file', '--record', 'record.ers', '--root', 'root.pem', '--broken', 'ECDSA@2020-01-01'],
    1,
  ],
  [
    'a log that is not in it',
    ['file', '--record', 'record.ers', '--root', 'root.pem', '--log-key', 'a+00000000+AAAA'],
    1,
  ],
  ['no root', ['file', '--record', 'record.ers'], 3],
  ['a record that nobody named as one', ['file', 'record.ers', '--root', 'root.pem'], 0],
  ['a damaged record that nobody named as one', ['file', 'broken.ers', '--root', 'root.pem'], 1],
  ['a record alone', ['record.ers', '--root', 'root.pem'], 2],
  ['no file', ['--record', 'record.ers', '--root', 'root.pem'], 2],
  [
    'a bundle beside it',
    ['file', '--record', 'record.ers', '--bundle', 'record.ers', '--root', 'root.pem'],
    2,
  ],
])('P130 with %s the record does not make it valid', async (_, args, status) => {
  const placed = args.map((arg) => (/^(?:file|other|\w+\.(?:ers|pem))$/.test(arg) ? at(arg) : arg));
  expect(await verify(...placed)).toMatchObject({ status });
});

test('P130 a record by two hashes is not checked by a fingerprint of one of them', async () => {
  const hash = ['--hash', encodeHex(sha256(CONTENT))];
  expect(await verify(...hash, '--record', at('record.ers'), ...ROOT)).toMatchObject({ status: 0 });
  const { status, output } = await verify(...hash, '--record', at('renewed.ers'), ...ROOT);
  expect(output).toContain('give the file, or its SHA-512');
  expect(status).toBe(1);
  expect(await verify(at('file'), '--record', at('renewed.ers'), ...ROOT)).toMatchObject({ status: 0 });
});

const VECTORS = fileURLToPath(new URL('../../../../docs/vectors/', import.meta.url));

test('P153 sello verify takes a record beside the stamp that it shares, and never calls that a constancia of its own', async () => {
  const [file, tsr, record, root, xml] = [
    'hola.txt',
    'shared.tsr',
    'shared.ers',
    'shared-root.pem',
    'shared.xml',
  ].map((name) => path.join(VECTORS, name)) as [string, string, string, string, string];
  const named = await verify(file, '--tsr', tsr, '--record', record, '--xml', xml, '--root', root);
  expect(named.output).toContain('this document has no constancia of its own');
  expect(named.output).toContain('! stamp_shared: ');
  expect(named.status).toBe(0);
  // The same files, without saying which is which.
  const sorted = await verify(file, tsr, record, xml, '--root', root);
  expect([sorted.status, sorted.output.split('\n')[0]]).toEqual([0, named.output.split('\n')[0]]);
  const without = await verify(file, '--tsr', tsr, '--root', root);
  expect(without.status).toBe(1);
  expect(without.output).not.toContain('constancia of its own');
});
