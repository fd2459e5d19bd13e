/** nginx and Caddy with the files that operators are given: only ports, the name server and folders differ. */

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, type RunningProgram, startProgram } from './debian-program.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));

export type Balancer = { url: string; port: number; program: RunningProgram };

/** If the file configures TLS, `folder` has `fullchain.pem` and `privkey.pem`. */
export async function startNginx(
  file: 'nginx.conf' | 'nginx-tls.conf',
  folder: string,
  nameServer: string,
): Promise<Balancer> {
  const [port, plainPort] = [await freePort(), await freePort()];
  await copyFile(path.join(DEPLOY, 'nginx-sello.conf'), path.join(folder, 'nginx-sello.conf'));
  const shared = await readFile(path.join(DEPLOY, 'nginx-sello-http.conf'), 'utf8');
  // A test's standard output is not a file that nginx could open.
  await writeFile(
    path.join(folder, 'nginx-sello-http.conf'),
    shared.replace('/dev/stdout', path.join(folder, 'access.log')),
  );
  const text = await readFile(path.join(DEPLOY, file), 'utf8');
  const here = text
    .replaceAll('127.0.0.11', nameServer)
    .replaceAll('/etc/nginx/tls', folder)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('http {', `http {\n${temporaryFolders(folder)}`);
  await writeFile(path.join(folder, file), here);
  const around = ['-p', folder, '-c', path.join(folder, file), '-e', 'stderr'];
  const place = `daemon off; pid ${folder}/nginx.pid;`;
  const checked = startProgram('tests', 'usr/sbin/nginx', [...around, '-t', '-g', place], {}, {});
  if ((await checked.ended) !== 0) throw new Error(`nginx refuses ${file}: ${checked.output()}`);
  const program = startProgram('tests', 'usr/sbin/nginx', [...around, '-g', place], {}, {});
  const scheme = file === 'nginx-tls.conf' ? 'https' : 'http';
  return listening({ url: `${scheme}://localhost:${port}`, port, program });
}

/** Debian's nginx has these folders below /var, where only root may write. */
function temporaryFolders(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
}

/** Starts Caddy with the certificate in `folder` instead of one that it would get by itself. */
export async function startCaddy(folder: string, nameServer: string): Promise<Balancer> {
  const port = await freePort();
  const text = await readFile(path.join(DEPLOY, 'Caddyfile'), 'utf8');
  const here = text
    .replace(
      'sello.example {',
      `localhost:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n\tbind 127.0.0.1`,
    )
    .replace('\t\t\tname serve', `\t\t\tresolvers ${nameServer}\n\t\t\tname serve`);
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${here}`);
  const home = path.join(folder, 'caddy');
  await mkdir(home);
  const env = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const program = startProgram(
    'tests',
    'usr/bin/caddy',
    ['run', '--config', file, '--adapter', 'caddyfile'],
    env,
    {},
  );
  return listening({ url: `https://localhost:${port}`, port, program });
}

/** Resolves once it accepts connections. */
async function listening(balancer: Balancer): Promise<Balancer> {
  const { url, program } = balancer;
  for (let tries = 0; tries < 300; tries++) {
    if (program.hasEnded) break;
    try {
      await fetch(url.replace('https', 'http'), { redirect: 'manual' });
      return balancer;
    } catch (error) {
      // A TLS server answers plain HTTP with an error or hangs up; either shows that it listens.
      const cause = (error as { cause?: { code?: string } }).cause;
      if (cause?.code !== 'ECONNREFUSED') return balancer;
      await sleep(50);
    }
  }
  throw new Error(`${url} does not answer: ${program.output()}`);
}
