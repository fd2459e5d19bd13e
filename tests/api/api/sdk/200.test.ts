import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { WEB_FOLDER } from '../../../../server/src/http/pages/web-assets.ts';
import { forFile } from '../../../harness/for-file.ts';
import { openTestSello } from '../../../harness/test-sello.ts';

const sello = forFile(openTestSello);
let url: string;
let names: string[];
beforeAll(async () => {
  url = await sello.listen();
  names = (await readdir(path.join(WEB_FOLDER, 'clients'))).sort();
});

test('every client that the build packed is served with its hash, and known by its ETag', async () => {
  expect(names).toHaveLength(2);
  for (const name of names) {
    const answer = await fetch(`${url}/sdk/${name}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toEqual(await readFile(path.join(WEB_FOLDER, 'clients', name)));
    const sum = await (await fetch(`${url}/sdk/${name}.sha256`)).text();
    expect(sum).toBe(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${url}/sdk/${name}`, { headers: { 'if-none-match': etag } });
    expect([again.status, answer.headers.get('access-control-allow-origin')]).toEqual([304, '*']);
  }
});

test('the page has the commands that install them, in both languages', async () => {
  for (const [language, title] of [
    ['es', 'Clientes de la API'],
    ['en', 'Clients of the API'],
  ] as const) {
    const page = await (await fetch(`${url}/sdk?lang=${language}`)).text();
    expect(page).toContain(`<h1>${title}</h1>`);
    for (const name of names)
      expect(page).toMatch(new RegExp(`(?:npm|pip) install http://[^<]+/sdk/${name}<`));
  }
});
