/** The client for JavaScript as a stranger meets it: installed from the server itself, on the Node that runs npm. */

import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEB_FOLDER } from '../../../server/src/http/pages/web-assets.ts';
import { forFile } from '../../harness/for-file.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** npm tells its scripts which Node runs it; a test started without npm has only its own. */
const OWN_NODE = process.env.npm_node_execpath ?? process.execPath;

let url: string;
let project: string;
let installed: string;
let tarball = '';
const sello = forFile(openTestSello);
beforeAll(async () => {
  url = await sello.listen();
  project = await mkdtemp(path.join(tmpdir(), 'sello-stranger-'));
  [tarball = ''] = (await readdir(path.join(WEB_FOLDER, 'clients'))).filter((name) => name.endsWith('.tgz'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  // No registry is asked: the package has no dependencies.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--registry=http://127.0.0.1:1'];
  await run('npm', ['install', ...flags, `${url}/sdk/${tarball}`], { cwd: project });
  installed = path.join(project, 'node_modules/@sello/sdk');
});
afterAll(async () => {
  await rm(project, { recursive: true, force: true });
});

test('it has code, types, source, licence and README, no tests and no dependencies', async () => {
  const files = await readdir(installed, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining(['dist/node.js', 'dist/index.js', 'dist/index.d.ts', 'README.md', 'LICENSE']),
  );
  expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  expect(await readdir(path.join(project, 'node_modules'))).not.toContain('undici');
  for (const page of ['README.md', 'sdk/README.md'])
    expect(await readFile(path.join(ROOT, page), 'utf8')).toContain(
      `npm install http://localhost:3000/sdk/${tarball}`,
    );
});

test('its source maps lead to the sources in the package, wherever it was built', async () => {
  const dist = path.join(installed, 'dist');
  const maps = (await readdir(dist)).filter((name) => name.endsWith('.map'));
  expect(maps.length).toBeGreaterThan(10);
  for (const name of maps) {
    const { sourceRoot, sources } = JSON.parse(await readFile(path.join(dist, name), 'utf8'));
    const found = sources.map((source: string) => path.join(dist, sourceRoot, source));
    expect(found).toEqual([path.join(installed, 'src', name.replace('.js.map', '.ts'))]);
    await access(found[0]);
  }
});

test('the lines of its README run, on the Node that runs npm', async () => {
  const { account } = await sello.newAccount();
  const { key } = await sello.newKey(account);
  const [, lines = ''] =
    /```js\n([\s\S]*?)```/.exec(await readFile(path.join(installed, 'README.md'), 'utf8')) ?? [];
  expect(lines.split('\n').length).toBeLessThanOrEqual(12);
  await writeFile(path.join(project, 'readme.js'), lines);
  const { stdout, stderr } = await run(OWN_NODE, ['readme.js'], {
    cwd: project,
    env: { SELLO_URL: url, SELLO_API_KEY: key },
  });
  expect(stdout).toMatch(/^cert_\w+ 20\d\d-.*\nContract stamped true\n$/);
  expect(stderr).toBe('');
  expect((await readFile(path.join(project, 'contract.zip'))).subarray(0, 2).toString()).toBe('PK');
  expect((await sello.call('GET', `${API}/certificates`, { key })).body.pagination.total).toBe(1);
});

test('its types compile in a browser project, without the types of Node', async () => {
  await mkdir(path.join(project, 'src'), { recursive: true });
  const source = `
    import { Sello, verifyWebhook, isSelloError, type Certificate } from '@sello/sdk';
    const sello = new Sello({ apiKey: 'x', baseUrl: 'https://sello.example' });
    const made: Certificate = await sello.certificates.create({ file: new Blob(['x']), file_name: 'x' });
    const tsr: string = (await sello.proofs.get(made.id, { type: 'nom151' })).tsr_base64;
    for await (const member of sello.members.list({ limit: 5 })) console.log(member.given_name, tsr);
    await verifyWebhook(new Headers(), 'x', 'whsec_x').catch((error) => isSelloError(error, 'not_found'));
    const event = await verifyWebhook(new Headers(), 'x', 'whsec_x');
    if (event.type === 'certificate.certified') console.log(event.data.blockchain.tx_id);
    // @ts-expect-error there is no such event
    if (event.type === 'certificate.painted') console.log(event);
    // @ts-expect-error a file, a stream, a path or a fingerprint is needed
    await sello.certificates.create({ title: 'nothing' });
    // @ts-expect-error there is no such proof
    await sello.proofs.bytes(made.id, 'poem');
  `;
  await writeFile(path.join(project, 'src/use.ts'), source);
  const options = { strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2022' };
  const compilerOptions = {
    ...options,
    types: [],
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  const { stdout } = await run(process.execPath, [
    path.join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    project,
  ]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('its types also compile with the old module resolution', async () => {
  await writeFile(
    path.join(project, 'src/old.ts'),
    `
    import { Sello, type Certificate } from '@sello/sdk';
    const sello = new Sello();
    export const made: Promise<Certificate> = sello.certificates.create({ path: 'a' });
    // @ts-expect-error there is no such method
    sello.certificates.paint();
  `,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    module: 'es2022',
    moduleResolution: 'node10',
    target: 'es2022',
    types: [],
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  };
  await writeFile(
    path.join(project, 'tsconfig.old.json'),
    JSON.stringify({ compilerOptions, files: ['src/old.ts'] }),
  );
  // The last TypeScript that knows the module resolution `node10`.
  const compiler = path.join(ROOT, 'tests/interop/generators/node_modules/typescript/bin/tsc');
  const checked = run(process.execPath, [compiler, '-p', path.join(project, 'tsconfig.old.json')]);
  const { code, stdout } = await checked.then(
    ({ stdout: told }) => ({ code: 0, stdout: told }),
    (error: { code: number; stdout: string }) => error,
  );
  expect([code, stdout]).toEqual([0, '']);
});

test('a bundle for the browser contains nothing of Node', async () => {
  await writeFile(path.join(project, 'entry.js'), "export * from '@sello/sdk';");
  const bundle = await rolldown({
    input: path.join(project, 'entry.js'),
    cwd: project,
    platform: 'browser',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  expect(output).toHaveLength(1);
  expect(output[0].code).not.toMatch(/node:|createReadStream|process\./);
  expect(output[0].code).toContain('XMLHttpRequest');
});
