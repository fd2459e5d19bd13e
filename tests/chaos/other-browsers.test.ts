/** The main journeys in browsers other than Chromium. `npm run test:chaos` installs them; together they take 600 MB. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { newVisitor, type Visitor } from '../harness/dashboard-visitor.ts';
import type { DrivenBrowser } from '../harness/driven-browser.ts';
import { openFirefox } from '../harness/firefox.ts';
import { openWebKit } from '../harness/webkit.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

const FILE = Buffer.from('un contrato de arrendamiento\n');
const TITLE = 'Contrato de arrendamiento';

let world: AnchoredSello;
let files: Workbench;
let base: string;
/** The public page of a certificate in a final block. */
let certified: string;
const visitor: Visitor = newVisitor();

beforeAll(async () => {
  [world, files] = await Promise.all([openAnchoredSello(), openWorkbench()]);
  base = await world.sello.listen();
  const { qr_verification_url: url } = await world.sello.certify(world.caller.key, FILE, { title: TITLE });
  certified = base + new URL(url).pathname;
  await world.sello.sequence();
  await world.anchorAndMine();
  const bundle = await fetch(`${certified}/proof?type=bundle`);
  await files.write('contrato.pdf', FILE);
  await files.write('cambiado.pdf', Buffer.concat([FILE, Buffer.from(' ')]));
  await files.write('evidence.zip', Buffer.from(await bundle.arrayBuffer()));
  const answer = await fetch(`${base}/api/dashboard/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify(visitor),
  });
  expect(answer.status, await answer.text()).toBe(201);
});
afterAll(async () => {
  await world?.close();
  await files?.close();
});

describe.each([
  { name: 'Firefox', start: openFirefox },
  { name: 'WebKit', start: openWebKit },
])('in $name', ({ name, start }) => {
  let browser: DrivenBrowser;
  beforeAll(async () => {
    browser = await start();
    // A file of its own, because a file that the account has already certified is not counted again.
    await files.write(`${name}.pdf`, Buffer.from(`un contrato visto en ${name}\n`));
  });
  afterAll(() => browser?.close());

  const isThere = (selector: string) =>
    browser.read<boolean>(`document.querySelector(${JSON.stringify(selector)}) !== null`);
  const until = (selector: string) => expect.poll(() => isThere(selector), { message: selector }).toBe(true);
  const failures = () => browser.read<number>(`document.querySelectorAll('[data-outcome="fail"]').length`);
  const at = (file: string) => files.path(file);

  test('the front page verifies a file with its evidence, and its sample', async () => {
    await browser.open(`${base}/`);
    await until('#sample-verdict[data-outcome="match"]');
    await browser.give('#files', [at('contrato.pdf'), at('evidence.zip')]);
    await until('.checks-summary[data-verdict="unconfirmed"]');
    expect(await failures()).toBe(0);
  });

  test('/verify judges an evidence file, and says if the file given with it is a different one', async () => {
    await browser.open(`${base}/verify`);
    await browser.give('#files', [at('contrato.pdf'), at('evidence.zip')]);
    await until('.checks-summary[data-verdict="unconfirmed"]');
    expect(await failures()).toBe(0);
    await browser.open(`${base}/verify`);
    await browser.give('#files', [at('cambiado.pdf'), at('evidence.zip')]);
    await until('.checks-summary[data-verdict="invalid"]');
  });

  test('the public page of a certificate compares a file and checks its proofs', async () => {
    await browser.open(certified);
    expect(await browser.read<string>('document.body.innerText')).toContain(TITLE);
    await browser.give('#file', [at('contrato.pdf')]);
    await until('.outcome[data-outcome="match"]');
    await until('.checks-summary[data-verdict="unconfirmed"]');
    expect(await failures()).toBe(0);
    await browser.give('#file', [at('cambiado.pdf')]);
    await until('.outcome[data-outcome="mismatch"]');
  });

  test('a person logs in and certifies a file', async () => {
    await browser.open(`${base}/dashboard/certificates`);
    await until('input[type="email"]');
    await browser.type('input[type="email"]', visitor.email);
    await browser.type('input[type="password"]', visitor.password);
    await browser.click('button[type="submit"]');
    await until('.shell main h1');
    expect(await browser.read<string>('location.pathname')).toBe('/dashboard/certificates');
    await browser.give('main input[type="file"][multiple]', [at(`${name}.pdf`)]);
    await until('dialog[open] button[type="submit"]:not(:disabled)');
    await browser.click('dialog[open] button[type="submit"]');
    await until('.upload-done');
    await until('main table a[href*="/certificates/"]');
  });
});
