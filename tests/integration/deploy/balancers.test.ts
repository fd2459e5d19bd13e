/** The balancers' files of deploy/, loaded by the real programs in front of real servers. */

import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { test as bare, expect } from 'vitest';
import { folderOf, librariesOf } from '../../../scripts/debian-programs.ts';
import { chromiumProgram } from '../../harness/chromium-program.ts';
import { type Balancer, startCaddy, startNginx } from '../../harness/deployed-balancer.ts';
import { openServersByName } from '../../harness/servers-by-name.ts';
import { API } from '../../harness/test-sello.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { FILE, opened } from '../../harness/world.ts';

const test = bare.extend('servers', FILE, opened(openServersByName));

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

test('nginx loads its file, forwards requests unchanged, and logs no code that opens a page', async ({
  servers,
}) => {
  await servers.start();
  const { url, program } = await startNginx('nginx.conf', servers.bench.path('.'), servers.nameServer);
  expect(await statusOf(`${url}/readyz`)).toBe(200);
  expect(await statusOf(`${url}/metrics`)).toBe(404);
  for (const page of ['v', 'm', 'b', 'c'])
    expect(await statusOf(`${url}/${page}/AbCdEfGhIjKlMnOp?secret=1`)).toBe(404);
  // Sello itself answers, with the body that came through.
  const refused = await fetch(`${url}${API}/certificates`, { method: 'POST', body: Buffer.alloc(2_000_000) });
  expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
    401,
    'unauthorized',
  ]);
  await program.stop();
  const log = await readFile(servers.bench.path('access.log'), 'utf8');
  for (const page of ['v', 'm', 'b', 'c']) expect(log).toContain(`GET /${page}/AbCd... 404`);
  expect(log).not.toMatch(/AbCdE|secret/);
});

test('behind nginx servers can stop and start: no request fails while one is gone, and a new one is found', async ({
  servers,
}) => {
  const { url, program } = await startNginx('nginx.conf', servers.bench.path('.'), servers.nameServer);
  const [first, second] = [await servers.start(), await servers.start()];
  await servers.kill(first);
  for (let i = 0; i < 20; i++) expect(await statusOf(`${url}/healthz`)).toBe(200);
  const third = await servers.start();
  servers.forget(first);
  servers.forget(second);
  await servers.kill(second);
  await expect.poll(() => statusOf(`${url}/healthz`)).toBe(200);
  expect(third).not.toBe(second);
  await program.stop();
});

test.for([
  ['nginx', 'nginx-tls.conf'],
  ['Caddy', 'Caddyfile'],
] as const)('a browser accepts the page that %s serves over TLS', async ([, file], { servers }) => {
  const { bench, nameServer } = servers;
  await servers.start();
  await makeCertificate(bench);
  const balancer =
    file === 'Caddyfile'
      ? await startCaddy(bench.path('.'), nameServer)
      : await startNginx(file, bench.path('.'), nameServer);
  const status = await visit(balancer, await trusting(bench, `${file}-home`));
  expect(status, balancer.program.output()).toBe(200);
  await expect(visit(balancer, bench.path('nobody'))).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
  await balancer.program.stop();
});

/** `fullchain.pem` and `privkey.pem` for localhost, signed by `ca.pem`. */
async function makeCertificate(bench: Workbench): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const must = async (...args: string[]) => {
    const { code, output } = await bench.openssl(...args);
    expect(code, output).toBe(0);
  };
  const ca = ['-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=A test'];
  await must('req', '-x509', ...key, ...ca, '-addext', 'keyUsage=critical,keyCertSign');
  await must('req', ...key, '-keyout', 'privkey.pem', '-out', 'csr.pem', '-subj', '/CN=localhost');
  await bench.write('names.cnf', 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n');
  const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names.cnf'];
  await must('x509', '-req', '-in', 'csr.pem', ...signer, '-out', 'fullchain.pem');
}

/** A home folder whose owner trusts the authority, in the form that Chromium reads on Linux. */
async function trusting(bench: Workbench, name: string): Promise<string> {
  const database = path.join(bench.path(name), '.pki', 'nssdb');
  await mkdir(database, { recursive: true });
  const env = { ...process.env, LD_LIBRARY_PATH: librariesOf('tests').join(':') };
  const certutil = (...args: string[]) =>
    promisify(execFile)(
      path.join(folderOf('tests'), 'usr/bin/certutil'),
      ['-d', `sql:${database}`, ...args],
      { env },
    );
  await certutil('-N', '--empty-password');
  await certutil('-A', '-t', 'C,,', '-n', 'test', '-i', bench.path('ca.pem'));
  return bench.path(name);
}

async function visit({ url }: Balancer, home: string): Promise<number | undefined> {
  const browser = await chromium.launch({
    executablePath: chromiumProgram(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, HOME: home } as Record<string, string>,
  });
  try {
    const page = await browser.newPage();
    return (await page.goto(`${url}/verify`))?.status();
  } finally {
    await browser.close();
  }
}
