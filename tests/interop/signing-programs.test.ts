/** Other people's programs get time stamps from the public API, without changes to them. */

import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSello } from '../harness/child-sello.ts';
import { forFile } from '../harness/for-file.ts';
import { API, openTestSello, type TestAccount } from '../harness/test-sello.ts';
import { openWorkbench } from '../harness/workbench.ts';

const sello = forFile(openTestSello);
const bench = forFile(openWorkbench);
let caller: TestAccount;
let address: string;
let root: string;
let proxy: ReturnType<typeof startSello>;
/** The address of `sello tsa-proxy`. */
let own: string;
beforeAll(async () => {
  address = await sello.listen();
  caller = await sello.newAccount({ certificates: 50 });
  root = path.join(sello.dataDir, 'tsa', 'p256', 'root.pem');
  const env = { SELLO_URL: address, SELLO_API_KEY: caller.key };
  proxy = startSello(['tsa-proxy', '--listen', '127.0.0.1:0'], env);
  own = await greetingOf(proxy);
});
afterAll(async () => {
  const gone = once(proxy, 'exit');
  proxy.kill('SIGTERM');
  await gone;
});

const certificates = async (): Promise<{ file: { sha256: string } }[]> =>
  (await sello.call('GET', `${API}/certificates`, { key: caller.key })).body.certificates;

test.for(['sha256', 'sha384', 'sha512'])(
  'openssl and curl get a stamp of a %s with the key as a password',
  async (hash) => {
    await bench.write('file', 'stamped with a key\n');
    await bench.openssl('ts', '-query', '-data', 'file', `-${hash}`, '-cert', '-out', 'query.tsq');
    const sent = await bench.run(
      'curl',
      ...['--silent', '--show-error', '--fail-with-body', '--user', `any:${caller.key}`],
      ...['--header', 'Content-Type: application/timestamp-query', '--data-binary', '@query.tsq'],
      ...['--output', 'reply.tsr', '--write-out', '%{http_code}', `${address}${API}/tsa`],
    );
    expect(sent.output).toBe('200');
    for (const against of [
      ['-queryfile', 'query.tsq'],
      ['-data', 'file'],
    ]) {
      const { output } = await bench.openssl(
        'ts',
        '-verify',
        ...against,
        '-in',
        'reply.tsr',
        '-CAfile',
        root,
      );
      expect(output).toContain('Verification: OK');
    }
  },
);

/** An empty program for Windows: headers of PE32 without a section. */
function emptyProgram(): Buffer {
  const file = Buffer.alloc(1024);
  file.write('MZ', 0, 'latin1');
  file.writeUInt32LE(0x80, 0x3c);
  file.write('PE\0\0', 0x80, 'latin1');
  file.writeUInt16LE(0x14c, 0x84);
  file.writeUInt16LE(224, 0x94);
  file.writeUInt16LE(0x0102, 0x96);
  file.writeUInt16LE(0x10b, 0x98);
  file.writeUInt32LE(512, 0x98 + 60);
  file.writeUInt32LE(16, 0x98 + 92);
  return file;
}

test('osslsigncode stamps a signed program through sello tsa-proxy', async () => {
  await bench.write('empty.exe', emptyProgram());
  await bench.openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'code.key', '-out', 'code.pem'],
    ...['-subj', '/CN=Code', '-days', '30', '-addext', 'extendedKeyUsage=codeSigning'],
  );
  const before = (await certificates()).length;
  const { code, output } = await bench.run(
    'osslsigncode',
    ...['sign', '-certs', 'code.pem', '-key', 'code.key', '-h', 'sha256', '-ts', own],
    ...['-in', 'empty.exe', '-out', 'stamped.exe'],
  );
  expect([code, output]).toEqual([0, expect.stringContaining('Succeeded')]);
  expect(await certificates()).toHaveLength(before + 1);
  const verified = await bench.run(
    'osslsigncode',
    ...['verify', '-CAfile', 'code.pem', '-TSA-CAfile', root, '-in', 'stamped.exe'],
  );
  expect(verified.output).toContain('Timestamp Server Signature verification: ok');
});

test('jarsigner stamps an archive through sello tsa-proxy', async () => {
  await bench.write('hello.txt', 'hello');
  await bench.run('jar', 'cf', 'hello.jar', 'hello.txt');
  const store = ['-keystore', 'keys.p12', '-storepass', 'changeit'];
  await bench.run(
    'keytool',
    ...['-genkeypair', '-alias', 'code', '-keyalg', 'RSA', '-dname', 'CN=Code', ...store],
  );
  const before = (await certificates()).length;
  const { code, output } = await bench.run('jarsigner', '-tsa', own, ...store, 'hello.jar', 'code');
  expect([code, output]).toEqual([0, expect.stringContaining('jar signed.')]);
  expect(await certificates()).toHaveLength(before + 1);
  const verified = await bench.run('jarsigner', '-verify', '-verbose', '-certs', 'hello.jar');
  expect(verified.output).toMatch(/Timestamped by "CN="Sello embedded authority/);
});

test('sello tsa-proxy serves programs on this machine, but no web page', async () => {
  const post = (headers: Record<string, string>) => fetch(own, { method: 'POST', headers, body: 'x' });
  // Content types that a web page may send without a preflight.
  expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post({ 'content-type': 'application/timestamp-query' })).status).toBe(400);
  const { code, output } = await bench.run(
    'curl',
    ...[
      '--silent',
      '--header',
      'Host: attacker.example',
      '--header',
      'Content-Type: application/timestamp-query',
    ],
    ...['--data', 'x', '--write-out', '%{http_code}', '--output', '/dev/null', own],
  );
  expect([code, output]).toEqual([0, '403']);
});

async function greetingOf({ stderr }: ReturnType<typeof startSello>): Promise<string> {
  let said = '';
  for await (const piece of stderr) {
    said += piece;
    const [, own] = /(http:\/\/127\.0\.0\.1:\d+\/) /.exec(said) ?? [];
    if (own !== undefined) return own;
  }
  throw new Error(`the proxy said: ${said}`);
}
