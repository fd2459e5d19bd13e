import { expect } from 'vitest';
import { runInside } from '../../harness/inside-sello.ts';
import { ISSUED_AT, sha256Of, trustOther } from '../../harness/other-provider.ts';
import { openWorkbench } from '../../harness/workbench.ts';
import { test as base, opened } from '../../harness/world.ts';

const test = base.extend('folder', { scope: 'file' }, opened(openWorkbench));

test('sello adopt sends a constancia with the hash of its file, and says who vouches for its date', async ({
  sello,
  client,
  folder,
}) => {
  const env = { SELLO_URL: await sello.listen(), SELLO_API_KEY: client.key };
  const other = await trustOther(sello);
  await folder.write('contrato.pdf', 'from the command line');
  await folder.write('contrato.asn1', await other.stamp(sha256Of('from the command line'), ISSUED_AT));
  const files = [folder.path('contrato.asn1'), folder.path('contrato.pdf')];
  const made = await runInside(['adopt', ...files, '--title', 'Contrato', '--json'], env);
  expect([made.status, made.error]).toEqual([0, '']);
  expect(JSON.parse(made.out)).toMatchObject({
    title: 'Contrato',
    file: { name: 'contrato.pdf', size: 21, stored: false },
    origin: { issued_by: 'Otro PSC' },
  });
  const again = await runInside(['adopt', ...files], env);
  expect(again.status).toBe(1);
  expect(again.error).toContain(`kept here, by ${JSON.parse(made.out).id}`);
  const wrong = await runInside(['adopt', files[0] ?? '', '--hash', '0'.repeat(64)], env);
  expect([wrong.status, wrong.error]).toEqual([1, expect.stringContaining('timestamp.imprint')]);
  expect((await runInside(['adopt', files[0] ?? ''], env)).status).toBe(2);
});

test('sello tsa-proxy listens only on this machine', async () => {
  const env = { SELLO_URL: 'http://127.0.0.1:9', SELLO_API_KEY: 'x' };
  for (const listen of ['0.0.0.0:8318', '8318', '127.0.0.1:99999'])
    expect((await runInside(['tsa-proxy', '--listen', listen], env)).status).toBe(2);
});
