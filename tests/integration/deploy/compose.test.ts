/** compose.yaml and the image's commands, run as they stand in their files, without containers. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SUPERUSER } from '../../../server/src/database/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded/launcher.ts';
import { startNginx } from '../../harness/deployed-balancer.ts';
import { openNameServer } from '../../harness/name-server.ts';
import { API } from '../../harness/test-sello.ts';
import { openWorkbench } from '../../harness/workbench.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const textOf = (name: string) => readFile(`${ROOT}/${name}`, 'utf8');

type Service = { command?: string; environment: Record<string, string>; healthcheck?: { test: string[] } };

/** The services of compose.yaml with the values of the example, and secrets for the empty values. */
async function readCompose(): Promise<Record<'serve' | 'worker' | 'postgres', Service>> {
  const example = await textOf('deploy/compose.env.example');
  const values = new Map([...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const text = (await textOf('compose.yaml')).replace(
    /\$\{([A-Z_]+)[^}]*\}/g,
    (_, name) => values.get(name) || 'a-secret',
  );
  return parse(text, { merge: true }).services;
}

/** An instruction of the Dockerfile in its JSON form. */
async function instruction(start: RegExp): Promise<string[]> {
  const found = new RegExp(`${start.source} (\\[.*\\])$`, 'm').exec(await textOf('Dockerfile'));
  return JSON.parse(found?.[1] ?? '');
}

const ENTRYPOINT = /^ENTRYPOINT/;
const HEALTHCHECK = /^HEALTHCHECK .*\\\n {2}CMD/;

test('what compose.yaml starts certifies a file behind its balancer', async () => {
  const [bench, names] = [await openWorkbench(), await openNameServer()];
  const postgres = await startEmbeddedPostgres(bench.path('postgres'), () => {}, {
    settings: { fsync: 'off' },
  });
  const children: ChildProcess[] = [];
  try {
    const { host, port } = postgres.connection;
    const services = await readCompose();
    await removeRole(host, port);
    const admin = { ...process.env, ...services.postgres.environment, PGHOST: host, PGPORT: String(port) };
    await run('sh', ['deploy/postgres-role.sh'], { cwd: ROOT, env: { ...admin, POSTGRES_USER: SUPERUSER } });
    const ready = (services.postgres.healthcheck?.test[1] ?? '').replace('-h 127.0.0.1', '');
    await run('sh', ['-c', ready], { env: admin });

    const start = async ({ command = '', environment }: Service, address: string) => {
      const [node = '', ...args] = await instruction(ENTRYPOINT);
      const databaseUrl = `${environment.DATABASE_URL?.replace('postgres:5432', `localhost:${port}`)}?host=${encodeURIComponent(host)}`;
      const env = {
        PATH: process.env.PATH,
        ...environment,
        DATABASE_URL: databaseUrl,
        SELLO_DATA_DIR: bench.path('data'),
        SELLO_HOST: address,
        PORT: '3000',
        SELLO_TRUSTED_PROXIES: '127.0.0.1',
      };
      const child = spawn(node, [...args, ...command.split(' ')], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
      });
      await expect.poll(() => said, { timeout: 60_000 }).toMatch(/is ready at|works in the background/);
      return env;
    };
    const addresses = ['127.77.0.1', '127.77.0.2'];
    const env = await start(services.serve, addresses[0] ?? '');
    await start(services.serve, addresses[1] ?? '');
    await start(services.worker, '127.77.0.3');
    names.answer(addresses);
    const [node = '', ...health] = await instruction(HEALTHCHECK);
    const there = health.map((part) => part.replace('127.0.0.1', addresses[0] ?? ''));
    await run(node, there, { env });

    const sello = async (...args: string[]) => {
      const [node = '', ...entry] = await instruction(ENTRYPOINT);
      return (await run(node, [...entry, ...args], { cwd: ROOT, env })).stdout.trim();
    };
    await sello('account', 'create', '--email', 'ana@example.com', '--name', 'Ana');
    const key = await sello('key', 'create', '--account', 'ana@example.com', '--name', 'first');
    const { url, program } = await startNginx('nginx.conf', bench.path('.'), names.address);
    const authorization = { authorization: `Bearer ${key}` };
    const body = new FormData();
    body.set('file', new Blob(['a contract']), 'contract.txt');
    const made = await fetch(`${url}${API}/certificates`, { method: 'POST', headers: authorization, body });
    const { certificate } = (await made.json()) as { certificate: { id: string } };
    expect(made.status).toBe(201);
    const status = async () => {
      const answer = await fetch(`${url}${API}/certificates/${certificate.id}`, { headers: authorization });
      return ((await answer.json()) as { certificate: { status: string } }).certificate.status;
    };
    // The worker sequences and anchors the certificate.
    await expect.poll(status, { timeout: 60_000 }).toBe('certified');
    await program.stop();
  } finally {
    for (const child of children) {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await postgres.stop();
    names.close();
    await bench.close();
  }
});

/** Removes what the embedded database creates and the image of PostgreSQL does not have. */
async function removeRole(host: string, port: number): Promise<void> {
  const client = new pg.Client({ host, port, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  await client.query('drop database if exists sello');
  await client.query('drop role if exists sello');
  await client.end();
}

test('the image copies existing files, and fills the compile cache that its service reads', async () => {
  const dockerfile = await textOf('Dockerfile');
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(sources.length).toBeGreaterThan(6);
  for (const source of sources) expect(existsSync(path.join(ROOT, source)), source).toBe(true);

  // Node's compile cache has one folder for each version of Node, each user and each choice of V8's settings.
  const [, user, fill = ''] =
    /setpriv --reuid=(\w+) --clear-groups (node_modules.*) \\$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toMatch(new RegExp(`^USER ${user}$`, 'm'));
  const bench = await openWorkbench();
  const env = { PATH: process.env.PATH };
  const filled = fill
    .replace('/sello/node_modules/.cache/sello', bench.path('filled'))
    .replaceAll('/sello/', ROOT);
  await run('sh', ['-c', filled], { cwd: ROOT, env });
  const flags = (await instruction(ENTRYPOINT)).filter((part) => part.startsWith('--'));
  const read = `require('node:module').enableCompileCache('${bench.path('read')}')`;
  await run('node_modules/.bin/node', [...flags, '-e', read], { cwd: ROOT, env });
  expect(await readdir(bench.path('read'))).toHaveLength(1);
  expect(await readdir(bench.path('filled'))).toEqual(await readdir(bench.path('read')));
  await bench.close();
});
