import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, textOf } from './source-files.ts';

test("P46 in the composed database, the service's role is not a superuser", () => {
  const compose = textOf('compose.yaml');
  // The image makes POSTGRES_USER a superuser, and the service must not connect as a superuser.
  expect(compose).not.toContain('POSTGRES_USER');
  expect(compose).toContain('postgres://sello:');
  expect(compose).toContain('./deploy/postgres-role.sh:/docker-entrypoint-initdb.d/');
  expect(textOf('deploy/postgres-role.sh')).toMatch(/create role sello login nosuperuser/);
});

type Mount = { service: string; source: string; target: string };
type Compose = { services: Record<string, { volumes?: string[] }>; volumes: object };

const COMPOSE: Compose = parse(textOf('compose.yaml'), { merge: true });
const MOUNTS: Mount[] = Object.entries(COMPOSE.services).flatMap(([service, { volumes = [] }]) =>
  volumes.map((volume) => {
    const [source = '', target = ''] = volume.split(':');
    return { service, source, target };
  }),
);

/** The paths in the container of the files that nginx reads: this one, and those that it includes. */
function readByNginx(name: string, folder = '/etc/nginx'): string[] {
  const included = [...textOf(`deploy/${name}`).matchAll(/^\s*include (\S+);/gm)];
  return [`${folder}/${name}`, ...included.flatMap(([, more = '']) => readByNginx(more, folder))];
}

test('what compose.yaml mounts exists: Docker makes an empty folder of a path that does not', () => {
  const files = MOUNTS.filter(({ source }) => source.startsWith('./'));
  expect(files.length).toBeGreaterThan(3);
  for (const { source } of files) expect(existsSync(path.join(ROOT, source)), source).toBe(true);
  const named = MOUNTS.filter(({ source }) => !source.startsWith('./')).map(({ source }) => source);
  expect([...new Set(named)].sort()).toEqual(Object.keys(COMPOSE.volumes).sort());
});

test('compose.yaml mounts each file where its program reads it', () => {
  const of = (service: string) => MOUNTS.filter((mount) => mount.service === service);
  const balancer = of('balancer');
  expect(balancer.map(({ target }) => target).sort()).toEqual(readByNginx('nginx.conf').sort());
  for (const { source, target } of balancer) expect(path.basename(source)).toBe(path.basename(target));
  const dataDir = /SELLO_DATA_DIR=(\S+)/.exec(textOf('Dockerfile'))?.[1];
  for (const service of ['serve', 'worker'])
    expect(of(service)).toEqual([{ service, source: 'sello', target: dataDir }]);
  // PostgreSQL's image runs the files in this folder whose names end in .sh.
  const [script] = of('postgres').filter(({ source }) => source.startsWith('./'));
  expect(script?.target).toMatch(/^\/docker-entrypoint-initdb\.d\/[^/]+\.sh$/);
});
