/** From the first key to a certificate in a final block, as a person at the dashboard sees it. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { waysToLook } from '../harness/breadth.ts';
import { type DESKTOP, openBrowser, type TestBrowser, type TestPage } from '../harness/browser.ts';
import { enter, signUp, type Visitor } from '../harness/dashboard-visitor.ts';
import { type HttpFront, openHttpFront } from '../harness/http-front.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';
import { inspect } from './inspect.ts';
import { EN_PHONE_DARK, ES_DESKTOP } from './looks.ts';

const WORDS = {
  'es-MX': {
    lang: 'es',
    welcome: /^Le damos la bienvenida, /,
    hello: /^Hola, /,
    makeKey: 'Crear clave',
    secret: 'Secreto de la clave',
    progress: (done: number) => `${done} de 4`,
    called: 'Primera solicitud recibida.',
    certificates: 'Certificados',
    empty: 'Aún no hay certificados',
    sample: 'Mi primer certificado',
    stamped: 'Sellado',
    anchoring: 'Anclando',
    certified: 'Certificado',
    notReady: 'Disponible cuando el certificado sea definitivo.',
    match: 'Es el archivo certificado',
    mismatch: 'No es el archivo certificado',
    open: /^Abrir página pública/,
    home: 'Inicio',
    latest: 'Certificados recientes',
  },
  'en-US': {
    lang: 'en',
    welcome: /^Welcome, /,
    hello: /^Hello, /,
    makeKey: 'Create key',
    secret: 'Key secret',
    progress: (done: number) => `${done} of 4`,
    called: 'First request received.',
    certificates: 'Certificates',
    empty: 'No certificates yet',
    sample: 'My first certificate',
    stamped: 'Stamped',
    anchoring: 'Anchoring',
    certified: 'Certified',
    notReady: 'Available once the certificate is final.',
    match: 'This is the certified file',
    mismatch: 'This is not the certified file',
    open: /^Open public page/,
    home: 'Home',
    latest: 'Recent certificates',
  },
};

let world: AnchoredSello;
let browser: TestBrowser;
let bench: Workbench;
let front: HttpFront;
let base: string;

beforeAll(async () => {
  // The pages show addresses under the configured base.
  front = await openHttpFront();
  base = `http://127.0.0.1:${front.port}`;
  [world, browser, bench] = await Promise.all([
    openAnchoredSello('when told', { SELLO_BASE_URL: base, SELLO_FREE_CERTIFICATES: '50' }),
    openBrowser(),
    openWorkbench(),
  ]);
  front.serve(world.sello.app);
});

afterAll(async () => {
  await browser?.close();
  await bench?.close();
  await world?.close();
  await front?.close();
});

describe.each(waysToLook([ES_DESKTOP, EN_PHONE_DARK]))(
  'in $language on a $screen',
  ({ language, screen, viewport, colorScheme }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) => inspect(page, `dashboard-${name}-${words.lang}-${screen}`);

    test('a person makes a key, runs the sample, and watches the certificate become final', async () => {
      const page = await browser.openPage({ language, viewport, colorScheme });
      await signUp(page, base);
      await page.getByRole('heading', { level: 1, name: words.welcome }).waitFor();
      await page.getByText(words.progress(0), { exact: true }).waitFor();
      await look(page, 'quick-start-new');

      await page.getByRole('link', { name: words.certificates, exact: true }).click();
      await page.getByRole('heading', { name: words.empty }).waitFor();
      await look(page, 'certificates-empty');
      await page.getByRole('link', { name: words.home, exact: true }).click();

      await page.getByRole('button', { name: words.makeKey }).click();
      const secret = await page.getByLabel(words.secret).innerText();
      expect(secret).toMatch(/^sello_live_/);
      await page.getByText(words.progress(1), { exact: true }).waitFor();
      await look(page, 'quick-start-key');
      const sample = await page.locator('.code pre').innerText();
      expect(sample).toContain(`${base}/api/public/v1/certificates`);
      expect(sample).toContain(secret);

      const { output } = await bench.run('bash', '-c', sample);
      expect(output).toContain('"object":"certificate"');
      await page.getByText(words.called).waitFor();
      await page.getByText(words.progress(3), { exact: true }).waitFor();

      await page.getByRole('link', { name: words.certificates, exact: true }).click();
      const row = page.getByRole('row').filter({ hasText: words.sample });
      await row.getByText(words.stamped).waitFor();
      // The list stays open while a second call is made elsewhere.
      await bench.run('bash', '-c', sample.replaceAll(words.sample, 'Second call'));
      await page.getByRole('link', { name: 'Second call' }).waitFor();
      await look(page, 'certificates-stamped');
      await world.sello.sequence();
      await row.getByText(words.anchoring).waitFor();

      await page.getByRole('link', { name: words.sample }).click();
      await page.getByRole('heading', { level: 1, name: words.sample }).waitFor();
      const done = page.locator('.step-done');
      await expect.poll(() => done.count()).toBe(3);
      expect(await page.getByRole('link', { name: words.notReady }).getAttribute('aria-disabled')).toBe(
        'true',
      );
      await look(page, 'certificate-anchoring');

      world.driver.isFinalityHeld = true;
      await world.anchorAndMine();
      await expect.poll(() => done.count()).toBe(4);
      world.driver.isFinalityHeld = false;
      await world.anchor();
      await expect.poll(() => done.count()).toBe(5);
      await page.getByText(words.certified, { exact: true }).first().waitFor();

      await compare(page, 'other.txt', 'something else');
      await page.getByText(words.mismatch, { exact: true }).waitFor();
      await compare(page, 'copy.txt', await readFile(bench.path(sampleFile(sample))));
      await page.getByText(words.match, { exact: true }).waitFor();
      await look(page, 'certificate-final');
      await page.emulateMedia({ media: 'print' });
      await page.getByRole('heading', { level: 1, name: words.sample }).waitFor();
      expect(await page.getByRole('navigation').or(page.getByRole('button')).count()).toBe(0);
      await page.locator('.qr').waitFor();
      expect(await page.locator('.facts-fold .facts').first().isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });
      await assertDownloads(page);

      await page.locator('.qr').screenshot({ path: bench.path('shown.png') });
      await assertStrangerCanCheck(language, viewport, await readFile(bench.path(sampleFile(sample))));

      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: words.open }).click(),
      ]);
      await opened.getByRole('heading', { level: 1 }).waitFor();
      expect(opened.url()).toMatch(new RegExp(`^${base}/v/`));
      await opened.close();

      await expect.poll(() => hasOpenedPage(page)).toBe(true);
      await page.goto(`${base}/dashboard`);
      await page.getByRole('heading', { level: 1, name: words.hello }).waitFor();
      await page.getByRole('heading', { name: words.latest }).waitFor();
      expect(await page.locator('.check-list').count()).toBe(0);
      await look(page, 'quick-start-done');
      page.assertClean();
      await page.close();
    });
  },
);

/** The recipient of a certificate has only its QR code and the file, but no account and no instructions. */
async function assertStrangerCanCheck(
  language: 'es-MX' | 'en-US',
  viewport: typeof DESKTOP,
  file: Buffer,
): Promise<void> {
  const { output } = await bench.run('zbarimg', '--quiet', '--raw', 'shown.png');
  const page = await browser.openPage({ language, viewport });
  // zbarimg prints warnings about the machine after the first line.
  await page.goto(output.split('\n', 1)[0] ?? '');
  const give = (buffer: Buffer) =>
    page.setInputFiles('#file', { name: 'received.bin', mimeType: 'application/octet-stream', buffer });
  await give(file);
  await page.locator('.outcome[data-outcome="match"]').waitFor();
  await give(Buffer.concat([file, Buffer.from(' ')]));
  await page.locator('.outcome[data-outcome="mismatch"]').waitFor();
  page.assertClean();
  await page.close();
}

describe('dropped files', () => {
  test('are uploaded three at a time with a bar each, can be cancelled, and appear in the list when done', async () => {
    const page = await openList('es-MX');
    const quicken = await slowUploads(page);
    const isCutOff = untilUploadIsCutOff();
    const names = ['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((name) => `${name}.pdf`);
    await give(
      page,
      names.map((name) => [name, Buffer.alloc(300_000, name)]),
    );
    await page
      .getByText(/^Enviando \d+ %$/)
      .first()
      .waitFor();
    await expect.poll(() => page.locator('.upload-running').count()).toBe(3);
    expect(await page.getByText('En cola').count()).toBe(2);
    expect(await page.getByRole('progressbar').count()).toBe(5);
    await inspect(page, 'dashboard-certificates-uploading');
    await page.getByRole('button', { name: 'Cancelar cinco.pdf' }).click();
    await page.getByRole('button', { name: 'Cancelar uno.pdf' }).click();
    // The browser cancels through one channel and sets its speed through another, so the rest of the file could arrive
    // first.
    await isCutOff;
    await quicken();
    await page.getByText('3 de 5 listos').first().waitFor();
    for (const name of ['dos.pdf', 'tres.pdf', 'cuatro.pdf'])
      await page.getByRole('row').filter({ hasText: name }).waitFor();
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: /uno|cinco/ })
        .allTextContents(),
    ).toEqual([]);
    await inspect(page, 'dashboard-certificates-uploaded');
    page.assertClean();
    await page.close();
  });

  test('are not certified twice by accident, and twice on request', async () => {
    const page = await openList('en-US');
    await give(page, [['deed.pdf', 'the deed']]);
    await page.getByRole('link', { name: 'View certificate' }).waitFor();
    await page.getByRole('button', { name: 'Clear list', exact: true }).click();
    await offer(page, [['the same deed.pdf', 'the deed']]);
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/^You already certified this file on .* it is not counted\./).waitFor();
    await sheet.getByText('Uses 0 of 49 left').waitFor();
    expect(await sheet.getByRole('button', { name: 'Certify', exact: true }).isDisabled()).toBe(true);
    await inspect(page, 'dashboard-certificates-known');
    await sheet.getByRole('checkbox', { name: /^Certify it again/ }).check();
    await sheet.getByRole('button', { name: 'Certify 1 file' }).click();
    await page.getByRole('link', { name: 'View certificate' }).waitFor();
    await page.getByRole('row').nth(2).waitFor();
    page.assertClean();
    await page.close();
  });

  test('keep the title given for each, and the type and description given for all', async () => {
    const page = await openList('en-US');
    await offer(page, [
      ['lease.pdf', 'the lease'],
      ['plan.pdf', 'the plan'],
    ]);
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Title of lease.pdf').fill('Lease of the house');
    await sheet.getByText('Add a type or description for all of them').click();
    await sheet.getByLabel(/^Document type/).fill('contract');
    await sheet.getByLabel(/^Description/).fill('Two floors\nand a garden');
    await sheet.getByRole('button', { name: 'Certify 2 files' }).click();
    await page.getByText('2 of 2 done').first().waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Type' }).click();
    await page.getByRole('row').filter({ hasText: 'plan.pdf' }).getByText('contract').waitFor();
    await page.getByRole('row').getByRole('link', { name: 'Lease of the house' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lease of the house' }).waitFor();
    await page.getByText('Two floors').waitFor();
    page.assertClean();
    await page.close();
  });

  test('dropped anywhere on the page open the sheet; only the button sends them, and never more than the allowance', async () => {
    const { page, visitor } = await openListOf('en-US');
    await setLeft(visitor, 5);
    await page.reload();
    await page.getByRole('searchbox').waitFor();
    await dropOn(page, 'h1', 'a.txt', 'a');
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Uses 1 of 5 left').waitFor();
    await sheet.locator('input[type=file]').setInputFiles(['b', 'c'].map(textFile));
    await sheet.getByText('Uses 3 of 5 left').waitFor();
    await inspect(page, 'dashboard-certificates-sheet');
    expect(await page.locator('.upload').count()).toBe(0);
    await sheet.getByRole('button', { name: 'Cancel', exact: true }).click();
    await offer(
      page,
      ['a', 'b', 'c'].map((name) => [`${name}.txt`, name]),
    );
    await page.getByRole('button', { name: 'Certify 3 files' }).click();
    await page.getByText('3 of 3 done').first().waitFor();
    await offer(
      page,
      ['d', 'e', 'f'].map((name) => [`${name}.txt`, name]),
    );
    await sheet.getByText('Uses 3 of 2 left').waitFor();
    expect(await sheet.getByRole('button', { name: 'Certify 3 files' }).isDisabled()).toBe(true);
    await inspect(page, 'dashboard-certificates-too-many');
    await sheet.getByRole('button', { name: 'Leave out e.txt' }).click();
    await sheet.getByRole('button', { name: 'Certify 2 files' }).click();
    await page.getByText('5 of 5 done').first().waitFor();
    page.assertClean();
    await page.close();
  });

  test('are left out if they are empty or duplicates, and the page says so', async () => {
    const page = await openList('es-MX');
    await offer(page, [
      ['vacío.txt', ''],
      ['bueno.txt', 'con contenido'],
      ['copia.txt', 'con contenido'],
    ]);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('alert').getByText(/vacío/).waitFor();
    await sheet.getByText(/^El mismo archivo ya está en esta lista/).waitFor();
    await inspect(page, 'dashboard-certificates-refused');
    await sheet.getByRole('button', { name: 'Certificar 1 archivo' }).click();
    await page.getByRole('link', { name: 'Ver certificado' }).waitFor();
    page.assertClean();
    await page.close();
  });

  test('are not sent if no live certificates are left, and the page offers test mode', async () => {
    const { page, visitor } = await openListOf('es-MX');
    await setLeft(visitor, 0);
    await page.reload();
    await page.getByRole('searchbox').waitFor();
    await offer(page, [['contrato.pdf', 'un contrato']]);
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/^Ya no le quedan certificados reales/).waitFor();
    expect(await sheet.getByRole('button', { name: 'Certificar 1 archivo' }).isDisabled()).toBe(true);
    await inspect(page, 'dashboard-certificates-none-left');
    await sheet.getByRole('button', { name: 'Cambiar a modo de prueba' }).click();
    await sheet.getByText(/los archivos se borran después de 30 días/).waitFor();
    await sheet.getByRole('button', { name: 'Certificar 1 archivo' }).click();
    await page.getByText('Certificado en modo de prueba').waitFor();
    await page.getByRole('link', { name: 'Ver certificado' }).click();
    await page.getByText(/^Se creó con una clave de prueba/).waitFor();
    await inspect(page, 'dashboard-certificate-test-mode');
    // The page says from the start that the proofs stay and the file does not.
    await page.getByText(/\. Se guarda hasta el \d+ /).waitFor();
    page.assertClean();
    await page.close();
  });
});

describe('the list', () => {
  test('finds a certificate by the file itself, which stays on the device', async () => {
    const page = await openList('es-MX');
    await give(page, [
      ['a.pdf', 'the one'],
      ['b.pdf', 'the other'],
    ]);
    await page.getByText('2 de 2 listos').first().waitFor();
    const uploads: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && uploads.push(request.url()));
    await dropOnSearch(page, 'renamed.pdf', 'the one');
    await page.waitForURL(/sha256=/);
    expect(new URL(page.url()).searchParams.get('sha256')).toBe(sha256('the one'));
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('row').filter({ hasText: 'a.pdf' }).waitFor();
    await inspect(page, 'dashboard-certificates-found');
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'a.pdf' }).waitFor();

    await page.goto(`${base}/dashboard/certificates?q=nothing+like+it&sha256=${sha256('the one')}`);
    await page.getByRole('heading', { name: 'Sus filtros lo ocultan' }).waitFor();
    await inspect(page, 'dashboard-certificates-hidden');
    await page.getByRole('button', { name: 'Mostrarlo sin los filtros' }).click();
    await page.getByRole('row').filter({ hasText: 'a.pdf' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBeNull();
    await page.goto(`${base}/dashboard/certificates?q=nothing+like+it&sha256=${sha256('never certified')}`);
    await page.getByRole('heading', { name: 'No hay certificado de este archivo' }).waitFor();

    await dropOnSearch(page, 'stranger.pdf', 'never certified');
    await page.getByRole('heading', { name: 'No hay certificado de este archivo' }).waitFor();
    await inspect(page, 'dashboard-certificates-unknown');
    expect(uploads).toEqual([]);
    await page.getByRole('button', { name: 'Certificar stranger.pdf' }).click();
    await page.getByRole('button', { name: 'Certificar 1 archivo' }).click();
    await page.getByRole('row').filter({ hasText: 'stranger.pdf' }).waitFor();
    page.assertClean();
    await page.close();
  });

  test('keeps its search, filters and page in the address', async () => {
    const { page, visitor } = await openListOf('en-US');
    await certifyMany(visitor, 23);
    await page.reload();
    await page.getByText('1–20 of 23').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('21–23 of 23').waitFor();
    expect(page.url()).toContain('offset=20');
    await page.reload();
    await page.getByText('21–23 of 23').waitFor();
    await page.goBack();
    await page.getByText('1–20 of 23').waitFor();

    await page.getByRole('searchbox').fill('paper 7');
    await page.getByText('1–2 of 2').waitFor();
    expect(page.url()).toContain('q=paper+7');
    await page.getByRole('searchbox').fill('');
    await page.getByText('1–20 of 23').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Status').selectOption('certified');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await inspect(page, 'dashboard-certificates-nothing-fits');
    await page.getByLabel('Status', { exact: true }).selectOption('');
    await page.locator('.filters').getByLabel('Document type').fill('odd');
    await page.getByText('1–11 of 11').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2099-01-01');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    expect(page.url()).toContain('type=odd&from=2099-01-01');
    await page.getByRole('button', { name: /^Remove the filter From: / }).click();
    await page.getByText('1–11 of 11').waitFor();
    await page.getByRole('button', { name: 'Certified: newest first' }).click();
    await page.getByRole('row').nth(1).getByRole('link', { name: 'paper 1.' }).waitFor();
    expect(page.url()).toContain('order=asc');
    page.assertClean();
    await page.close();
  });

  test('shows twelve rows at once on a desktop, and selected ones are tagged, exported and erased together', async () => {
    const { page, visitor } = await openListOf('en-US');
    await certifyMany(visitor, 14);
    await page.reload();
    await page.getByText('1–14 of 14').waitFor();
    await inspect(page, 'dashboard-certificates-many');
    const rows = await page
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
      );
    expect(rows.every(({ height }) => height <= 46)).toBe(true);
    expect(rows.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(12);

    for (const paper of ['paper 3.', 'paper 5.'])
      await page.getByRole('checkbox', { name: `Select ${paper}` }).check();
    await page.getByText('2 selected').waitFor();
    for (const [name, type] of [
      ['Evidence, ZIP', 'application/zip'],
      ['CSV', 'text/csv'],
    ] as const) {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      const answer = await page.request.get(base + href);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([
        200,
        expect.stringContaining(type),
      ]);
      if (type === 'text/csv') expect((await answer.text()).trim().split('\n')).toHaveLength(3);
    }
    await page.getByRole('button', { name: 'Tags', exact: true }).click();
    await inspect(page, 'dashboard-certificates-tags');
    await page.getByLabel(/^Tag to add/).fill('urgent');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'urgent' }).first().click();
    await page.getByText('1–2 of 2').waitFor();
    expect(page.url()).toContain('tag=urgent');
    await inspect(page, 'dashboard-certificates-by-tag');

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Erase originals' }).click();
    await page.getByRole('button', { name: 'Erase 2 files' }).click();
    await page.getByText('The original files were erased.').waitFor();
    await page.getByRole('link', { name: 'paper 3.' }).click();
    await page.getByText(/was erased on/).waitFor();
    page.assertClean();
    await page.close();
  });

  test('shows that it is loading, and errors with a way to retry', async () => {
    const page = await openList('es-MX');
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/dashboard/certificates?*', async (route) => {
      await held;
      const body = '{"error":"internal_error","message":"Algo falló de nuestro lado."}';
      await route.fulfill({ status: 500, contentType: 'application/json', body });
    });
    await page.reload();
    await page.getByRole('status', { name: /^Cargando/ }).waitFor();
    await inspect(page, 'dashboard-certificates-loading');
    answer();
    await page.getByRole('alert').getByText('Algo falló de nuestro lado.').waitFor();
    await inspect(page, 'dashboard-certificates-error');
    await page.unroute('**/api/dashboard/certificates?*');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByRole('heading', { name: 'Aún no hay certificados' }).waitFor();
    await page.close();
  });
});

test('a certificate of another account and a nonexistent one look the same', async () => {
  const page = await openList('en-US');
  const { id } = await world.sello.certify(world.caller.key, 'of somebody else');
  for (const address of [id, 'cert_none']) {
    await page.goto(`${base}/dashboard/certificates/${address}`);
    await page.getByRole('heading', { name: 'Certificate not found' }).waitFor();
    page.forgive(/404 .*\/certificates/);
  }
  await inspect(page, 'dashboard-certificate-missing');
  page.assertClean();
  await page.close();
});

test('a test key made in the quick start switches the pages to test mode', async () => {
  const page = await browser.openPage({ language: 'en-US' });
  await signUp(page, base);
  await page.getByRole('radio', { name: 'Test certificates' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  expect(await page.getByLabel('Key secret').innerText()).toMatch(/^sello_test_/);
  await page.getByText('Test mode.').waitFor();
  await page.getByRole('tab', { name: 'JavaScript' }).click();
  await bench.write('sample.mjs', await page.locator('.code pre').innerText());
  const { output } = await bench.run(process.execPath, 'sample.mjs');
  expect(output).toContain(`${base}/v/`);
  await page.getByText('First request received.').waitFor();
  await page.getByRole('link', { name: 'My first certificate' }).first().waitFor();
  await inspect(page, 'dashboard-quick-start-test-mode');
  // The last step is marked as done too, and the secret stays visible until the person leaves the page.
  await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: /^Open page/ }).click(),
  ]);
  await page.bringToFront();
  await page.getByText('4 of 4', { exact: true }).waitFor();
  await page.getByLabel('Key secret').waitFor();
  page.assertClean();
  await page.close();
});

type Language = keyof typeof WORDS;

async function openListOf(language: Language): Promise<{ page: TestPage; visitor: Visitor }> {
  const page = await browser.openPage({ language });
  const visitor = await enter(page, base);
  await page.goto(`${base}/dashboard/certificates`);
  await page.getByRole('searchbox').waitFor();
  return { page, visitor };
}

const openList = async (language: Language) => (await openListOf(language)).page;

/** Chooses files, and presses the button on the sheet. */
async function give(page: TestPage, files: readonly (readonly [string, string | Buffer])[]): Promise<void> {
  await offer(page, files);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^(Certificar \d+ archivos?|Certify \d+ files?)$/ }).click();
}

async function offer(page: TestPage, files: readonly (readonly [string, string | Buffer])[]): Promise<void> {
  await page.locator('.page-head input[type=file]').setInputFiles(
    files.map(([name, content]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  );
}

const textFile = (name: string) => ({
  name: `${name}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(name),
});

const setLeft = ({ email }: Visitor, left: number) =>
  world.sello.database.query(
    'update accounts set certificates_left = $2 where email = $1 returning id',
    [email, left],
    'set allowance',
  );

async function compare(page: TestPage, name: string, content: string | Buffer): Promise<void> {
  const buffer = Buffer.from(content);
  await page.locator('.drop-zone input').setInputFiles({ name, mimeType: 'text/plain', buffer });
}

const dropOnSearch = (page: TestPage, name: string, content: string) =>
  dropOn(page, '.search', name, content);

async function dropOn(page: TestPage, place: string, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName));
      return transfer;
    },
    [name, content] as const,
  );
  await page.dispatchEvent(place, 'drop', { dataTransfer });
}

/** Certifies through the public API, which is faster than the page. */
async function certifyMany({ email }: Visitor, count: number): Promise<void> {
  const found = await world.sello.ports.people.findByEmail(email);
  if (found?.seat === undefined) throw new Error(`no account for ${email}`);
  const { key } = await world.sello.newKey(found.seat.account);
  for (let index = 1; index <= count; index += 1) {
    const type = index % 2 === 1 && index < 23 ? 'odd' : 'even';
    await world.sello.certify(key, `paper ${index}`, { title: `paper ${index}.`, document_type: type });
  }
}

/** Resolves once an upload is cut off before its end. */
function untilUploadIsCutOff(): Promise<void> {
  return new Promise((resolve) => {
    front.server.on('request', (request: IncomingMessage) => {
      request.once('close', () => {
        if (request.method === 'POST' && !request.complete) resolve();
      });
    });
  });
}

/** Slows uploads down so that they can be observed; the result restores full speed. */
async function slowUploads(page: TestPage): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const setSpeed = async (bytesPerSecond: number) => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  };
  await setSpeed(10_000);
  return () => setSpeed(-1);
}

async function hasOpenedPage(page: TestPage): Promise<boolean> {
  const answer = await page.request.get(`${base}/api/dashboard/me`);
  return (await answer.json()).quick_start.page_opened;
}

/** Every offered proof can be downloaded, and the QR code is an image. */
async function assertDownloads(page: TestPage): Promise<void> {
  const links = await page.locator('a[download]').all();
  expect(links).toHaveLength(9);
  for (const link of links) {
    const href = (await link.getAttribute('href')) ?? '';
    const answer = await page.request.get(base + href);
    expect([href, answer.status()]).toEqual([href, 200]);
    expect((await answer.body()).length).toBeGreaterThan(0);
  }
  const width = await page.locator('.qr').evaluate((image: HTMLImageElement) => image.naturalWidth);
  expect(width).toBeGreaterThan(0);
}

const sampleFile = (sample: string) => /file=@(\S+)/.exec(sample)?.[1] ?? '';
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
