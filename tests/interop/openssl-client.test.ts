import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED_POLICY } from '../../server/src/timestamps/authority/authority.ts';
import { forFile } from '../harness/for-file.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { openWorkbench } from '../harness/workbench.ts';

let url: string;
let roots: { root: string; unit: string };
const sello = forFile(openTestSello);
const bench = forFile(openWorkbench);
beforeAll(async () => {
  url = `${await sello.listen()}/tsa`;
  const keys = path.join(sello.dataDir, 'tsa', 'p256');
  roots = { root: path.join(keys, 'root.pem'), unit: path.join(keys, 'unit.pem') };
  await bench.write('file', 'stamped by a stranger\n');
});

/** Asks as the manual of openssl shows: query, curl, reply. */
async function ask(...options: string[]): Promise<string> {
  await bench.openssl('ts', '-query', '-data', 'file', '-out', 'query.tsq', ...options);
  const sent = await bench.run(
    'curl',
    '--silent',
    '--show-error',
    '--header',
    'Content-Type: application/timestamp-query',
    '--data-binary',
    '@query.tsq',
    '--output',
    'reply.tsr',
    '--write-out',
    '%{http_code} %{content_type}',
    url,
  );
  expect(sent.output).toBe('200 application/timestamp-reply');
  const { output } = await bench.openssl('ts', '-reply', '-in', 'reply.tsr', '-text');
  return output;
}

const DIGESTS = ['sha256', 'sha384', 'sha512'];
const WAYS = [
  { way: 'a nonce, no certificates', options: [] },
  { way: 'neither nonce nor certificates', options: ['-no_nonce'] },
  { way: 'a nonce and certificates', options: ['-cert'] },
  { way: 'certificates, no nonce', options: ['-cert', '-no_nonce'] },
  { way: 'our own policy', options: ['-cert', '-tspolicy', EMBEDDED_POLICY] },
];

describe.for(DIGESTS)('openssl and curl as a client, with %s', (digest) => {
  test.for(WAYS)('get a token that answers a query for $way', async ({ options }) => {
    const text = await ask(`-${digest}`, ...options);
    expect(text).toContain('Status: Granted.');
    expect(text).toContain(`Hash Algorithm: ${digest}`);
    if (options.includes('-no_nonce')) expect(text).toContain('Nonce: unspecified');
    // The answer has certificates only on request; otherwise the client supplies the signer's certificate.
    const untrusted = options.includes('-cert') ? [] : ['-untrusted', roots.unit];
    for (const against of [
      ['-queryfile', 'query.tsq'],
      ['-data', 'file'],
    ]) {
      const { code, output } = await bench.openssl(
        'ts',
        '-verify',
        '-in',
        'reply.tsr',
        '-CAfile',
        roots.root,
        ...untrusted,
        ...against,
      );
      expect([code, output]).toEqual([0, expect.stringContaining('Verification: OK')]);
    }
  });
});

test('a token without certificates carries none', async () => {
  await ask('-sha256');
  const bare = await bench.openssl(
    'ts',
    '-verify',
    '-in',
    'reply.tsr',
    '-CAfile',
    roots.root,
    '-data',
    'file',
  );
  expect(bare.code).toBe(1);
});

test.for([
  ['an unknown policy', ['-sha256', '-tspolicy', '1.2.3.4'], /requested TSA policy is not supported/i],
  ['a weak digest', ['-sha1'], /unrecognized or unsupported algorithm/i],
  ['a digest that we do not stamp', ['-sha3-256'], /unrecognized or unsupported algorithm/i],
] as const)('%s is rejected as RFC 3161 specifies', async ([, options, reason]) => {
  const text = await ask(...options);
  expect(text).toContain('Status: Rejected.');
  expect(text).toMatch(reason);
  expect(text).toMatch(/Status description: .+/);
  expect(text).toContain('TST info:\nNot included.');
});

test('anything but a query is rejected as bad data', async () => {
  await bench.write('query.tsq', 'not a query');
  await bench.run(
    'curl',
    '--silent',
    '--header',
    'Content-Type: application/timestamp-query',
    '--data-binary',
    '@query.tsq',
    '--output',
    'reply.tsr',
    url,
  );
  const { output } = await bench.openssl('ts', '-reply', '-in', 'reply.tsr', '-text');
  expect(output).toContain('Status: Rejected.');
  expect(output).toMatch(/data submitted has (the )?wrong format/i);
});
