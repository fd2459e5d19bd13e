import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verify } from '../../../../server/src/cli/verify/one-file.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('P156 the container is an ASiC-S that unzip and openssl accept, and its link works without a key', async ({
  sello,
  client,
}) => {
  const { id, file } = await sello.certify(client.key, 'for a validator in Tallinn', {}, 'contrato 1.txt');
  const get = (query: string) =>
    sello.call('GET', `${API}/certificates/${id}/proof${query}`, { key: client.key });
  const { body, status } = await get('?type=asic');
  expect(status).toBe(200);
  expect(body.proof).toMatchObject({
    type: 'asic',
    certificate_id: id,
    file_name: `${id}.asics`,
    form: 'asic-s',
    sha256: file.sha256,
  });
  const linked = await sello.call('GET', body.proof.url.slice(sello.config.baseUrl.length));
  expect(linked.status).toBe(200);
  expect(linked.headers).toMatchObject({
    'content-type': 'application/vnd.etsi.asic-s+zip',
    'content-disposition': `attachment; filename="${id}.asics"`,
    'x-content-type-options': 'nosniff',
  });
  const raw = await get('?type=asic&format=raw');
  expect(Buffer.compare(raw.bytes, linked.bytes)).toBe(0);
  expect(raw.bytes.toString('latin1', 30, 69)).toBe('mimetypeapplication/vnd.etsi.asic-s+zip');
  const own = await get('/asic');
  expect(own.status).toBe(302);
  const chain = await get('?type=nom151');

  const folder = mkdtempSync(path.join(tmpdir(), 'asic-'));
  try {
    const place = (name: string, content: string | Buffer) => {
      writeFileSync(path.join(folder, name), content);
      return path.join(folder, name);
    };
    const container = place('container.asics', raw.bytes);
    const pem: string = chain.body.proof.chain_pem;
    const root = place(
      'root.pem',
      `${pem
        .trim()
        .split(/(?<=-----END CERTIFICATE-----)\n/)
        .at(-1)}\n`,
    );
    place('chain.pem', pem);
    const run = (program: string, ...args: string[]) =>
      spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    expect(run('unzip', '-t', 'container.asics').status).toBe(0);
    expect(run('unzip', '-q', 'container.asics').status).toBe(0);
    expect(readFileSync(path.join(folder, 'contrato 1.txt'), 'utf8')).toBe('for a validator in Tallinn');
    const stamp = ['-in', 'META-INF/timestamp.tst', '-token_in', '-CAfile', 'chain.pem'];
    const judged = run('openssl', 'ts', '-verify', '-data', 'contrato 1.txt', ...stamp);
    expect(judged.stdout + judged.stderr).toContain('Verification: OK');
    expect((await verify([container, '--root', root])).status).toBe(0);
    expect((await verify([container])).status).toBe(3);
    expect((await verify([container, place('other.txt', 'another document'), '--root', root])).status).toBe(
      1,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
