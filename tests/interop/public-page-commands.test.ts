/** The page's "check it without us" commands, run unchanged on the page's downloads. */

import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { readCertificates, readVector } from '../harness/read-vector.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

let world: AnchoredSello;
let bench: Workbench;
let base: string;
beforeAll(async () => {
  world = await openAnchoredSello();
  base = await world.sello.listen();
});
beforeEach(async () => {
  bench = await openWorkbench();
});
afterEach(() => bench.close());
afterAll(() => world.close());

type Link = { qr_verification_url: string };

const pathOf = ({ qr_verification_url: url }: Link) => url.slice(world.sello.config.baseUrl.length);

/** Downloads every linked file into the workbench's folder; returns the page's commands. */
async function download(record: Link): Promise<string[]> {
  const { text } = await world.sello.call('GET', `${pathOf(record)}?lang=en`);
  for (const [, href] of text.matchAll(/class="download" href="([^"]+)"/g)) {
    const { headers, bytes } = await world.sello.call('GET', href ?? '');
    const [, name = ''] = /filename="([^"]+)"/.exec(String(headers['content-disposition'])) ?? [];
    await writeFile(bench.path(name), bytes);
  }
  return [...text.matchAll(/<pre tabindex="0"><code>(.*?)<\/code>/g)].map(([, command = '']) =>
    command.replaceAll('&#39;', "'").replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}

/** Runs the command as it stands, except that this server listens on another port than the command says. */
const run = (command: string) =>
  bench.run(
    'sh',
    '-ec',
    command.replace(world.sello.config.baseUrl, base).replace(/^node /, `'${process.execPath}' `),
  );

test('they accept a certificate of the embedded authority on the embedded chain', async () => {
  const { sello, caller } = world;
  const record = await sello.certify(caller.key, 'to be checked');
  await sello.sequence();
  await world.anchorAndMine();
  const commands = await download(record);
  await bench.write('contract.pdf', 'to be checked');
  expect(commands.map((command) => command.split(' ', 3).join(' '))).toEqual([
    `sha256sum '${record.file.name}'`,
    'openssl ts -verify',
    `curl -fsSO ${sello.config.baseUrl}/sello-verify.mjs`,
    'node sello-verify.mjs --hash',
    'node sello-verify.mjs --hash',
  ]);
  expect(commands.join(' ')).not.toContain('npx');
  const outcomes = [];
  for (const command of commands) outcomes.push(await run(command));
  expect(outcomes.map(({ code, output }) => (code === 0 ? 0 : output))).toEqual([0, 0, 0, 0, 0]);
  expect(outcomes[0]?.output).toContain(record.file.sha256);
  expect(outcomes[1]?.output).toContain('Verification: OK');
  expect(outcomes[2]?.output).toContain('sello-verify.mjs: OK');
  expect(outcomes[4]?.output).toContain('ON THE CHAIN');
});

test('on an external chain, a node can be queried', async () => {
  const { sello, caller, chain } = world;
  const record = await sello.certify(caller.key, 'to be asked');
  await sello.sequence();
  await world.anchorAndMine();
  await sello.database.query("update chains set trust = 'public'", [], 'trust');
  const commands = await download(record);
  await sello.database.query("update chains set trust = 'operator'", [], 'trust-back');
  const fetching = commands.find((command) => command.startsWith('curl')) ?? '';
  expect((await run(fetching)).code).toBe(0);
  const command = commands.at(-1) ?? '';
  expect(command).toContain('--rpc https://your-node.example');
  const outcome = await run(command.replace('https://your-node.example', chain.url));
  expect(outcome.output).toContain('ON THE CHAIN');
  expect(outcome.code).toBe(0);
});

test('they accept a genuine constancia, which `openssl ts -verify` refuses', async () => {
  const { sello, caller } = world;
  const record = await sello.certify(caller.key, 'stands for a document that is not ours to show');
  const sha256 = '6533901d156ca462d0a40380d5bc0a2264b0333b66de701268f5b2ab745f973e';
  const chain = [...readCertificates('../nom151/advantage-signer-cert'), ...readCertificates('ACR2_SE')];
  await sello.database.query(
    'update certificate_tokens set tsr = $2, chain = $3, chain_sha256 = null where certificate_id = $1',
    [record.id, readVector('nom151/advantage-2018-07-18.tsr'), chain],
    'genuine-token',
  );
  await sello.database.query(
    'update certificates set sha256 = $2, accredited = true where id = $1',
    [record.id, Buffer.from(sha256, 'hex')],
    'genuine-facts',
  );
  const [, ...commands] = await download(record);
  expect(commands.map((command) => command.split(' ', 1)[0])).toEqual([
    'tail',
    'openssl',
    'openssl',
    'curl',
    'node',
  ]);
  const outcomes = [];
  for (const command of commands) outcomes.push(await run(command));
  expect(outcomes.map(({ code, output }) => (code === 0 ? 0 : output))).toEqual([0, 0, 0, 0, 0]);
  expect(outcomes[2]?.output.toLowerCase()).toContain(sha256);
  expect(outcomes[4]?.output).toContain('by an accredited provider');
});

test('a file name that is dangerous in a shell is not put into a command', async () => {
  const { sello, caller } = world;
  for (const name of ["a'; rm -rf ~; '.pdf", '$(id).pdf', '-rf', 'a\u202efdp.exe', 'a`id`']) {
    const record = await sello.certify(caller.key, `named ${name}`);
    await sello.database.query(
      'update certificates set file_name = $2 where id = $1',
      [record.id, name],
      'name',
    );
    expect((await download(record))[0]).toBe('sha256sum FILE');
  }
});
