/** Certifies many files at once through the page without sending any of them; failed items; the list as a file. */

import { createHash } from 'node:crypto';
import type { Download } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readZip } from '../../proof/src/encoding/zip.ts';
import { makeAll } from '../harness/batch-items.ts';
import { waysToLook } from '../harness/breadth.ts';
import type { TestPage } from '../harness/browser.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { API } from '../harness/test-sello.ts';
import { inspect } from './inspect.ts';
import { EN_PHONE_DARK, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const WORDS = {
  'es-MX': {
    nav: 'Lotes',
    menu: 'Menú de la cuenta',
    empty: 'Aún no hay lotes',
    uses: 'Usa 3 de los 20 que le quedan',
    left: /Se omiten porque están vacíos o no se pueden leer: vacío\.txt/,
    notEnough: 'Usa 21 de los 20 que le quedan',
    send: 'Certificar 3 huellas',
    sendOne: 'Certificar 1 huella',
    usesOne: 'Usa 1 de los 19 que le quedan',
    known: /Certificado el .*; no se cuenta/,
    twin: 'Ya está en esta lista; no se cuenta',
    again: 'Certificar también los que no se cuentan: 2 más',
    usesThree: 'Usa 3 de los 19 que le quedan',
    titleOf: (name: string) => `Título de ${name}`,
    other: 'Elegir otros archivos',
    queued: 'En cola',
    completed: 'Terminado',
    made: '3 de 3 certificados',
    status: 'Estado',
    failed: 'Fallido',
    certified: 'Certificado',
    withFailures: 'Terminado con fallas',
    taken: /`external_id` es de cert_/,
    retry: 'Intentar de nuevo los fallidos',
    search: 'Buscar certificados',
    export: 'Exportar',
    csv: 'Tabla CSV',
    ndjson: 'JSON, uno por línea',
    zip: 'ZIP con la evidencia de cada uno',
  },
  'en-US': {
    nav: 'Batches',
    menu: 'Account menu',
    empty: 'No batches yet',
    uses: 'Uses 3 of 20 left',
    left: /Left out, because they are empty or can’t be read: vacío\.txt/,
    notEnough: 'Uses 21 of 20 left',
    send: 'Certify 3 fingerprints',
    sendOne: 'Certify 1 fingerprint',
    usesOne: 'Uses 1 of 19 left',
    known: /Certified on .*; not counted/,
    twin: 'Already in this list; not counted',
    again: 'Also certify the files that are not counted: 2 more',
    usesThree: 'Uses 3 of 19 left',
    titleOf: (name: string) => `Title of ${name}`,
    other: 'Choose other files',
    queued: 'Queued',
    completed: 'Completed',
    made: '3 of 3 certified',
    status: 'Status',
    failed: 'Failed',
    certified: 'Certified',
    withFailures: 'Completed with failures',
    taken: /`external_id` belongs to cert_/,
    retry: 'Try failed ones again',
    search: 'Search certificates',
    export: 'Export',
    csv: 'CSV table',
    ndjson: 'JSON, one per line',
    zip: 'ZIP with the evidence of each',
  },
};

const stage = openStage(() => ({ SELLO_FREE_CERTIFICATES: '20' }));

const fileOf = (name: string, content: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
});
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

describe.each(waysToLook([EN_PHONE_DARK, ES_DESKTOP]))(
  'in $language on a $screen',
  ({ language, screen, viewport, colorScheme }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) =>
      inspect(page, `batches-${name}-${language.slice(0, 2)}-${screen}`);

    async function openPage() {
      const page = await stage.browser.openPage({ language, viewport, colorScheme });
      const { email } = await enter(page, stage.base);
      const account = await stage.accountOf(email);
      return { page, account, ...(await stage.sello.newKey(account)) };
    }

    test('files are hashed in the browser, priced, sent only as fingerprints, and followed until all are certified', async () => {
      const { page, account } = await openPage();
      const posted: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posted.push(request.postData() ?? '');
      });
      await page.goto(`${stage.base}/dashboard`);
      if (screen === 'desktop') await page.getByRole('link', { name: words.nav, exact: true }).click();
      else {
        await page.getByRole('button', { name: words.menu }).click();
        await page.getByRole('menuitem', { name: words.nav }).click();
      }
      await page.getByRole('heading', { name: words.empty }).waitFor();
      await look(page, 'empty');

      const input = page.locator('.drop-zone input');
      await input.setInputFiles(Array.from({ length: 21 }, (_, i) => fileOf(`${i}.pdf`, `file ${i}`)));
      await page.getByText(words.notEnough).waitFor();
      await page.getByRole('button', { name: words.other }).click();
      await input.setInputFiles([
        fileOf('uno.pdf', 'secret one'),
        fileOf('dos.pdf', 'secret two'),
        fileOf('vacío.txt', ''),
        fileOf('tres.pdf', 'secret three'),
      ]);
      await page.getByText(words.uses).waitFor();
      await page.getByText(words.left).waitFor();
      await look(page, 'price');
      // The button has the focus, so the keyboard continues from there.
      await page.keyboard.press('Enter');
      await page.getByText(words.queued, { exact: true }).waitFor();
      await look(page, 'queued');
      await makeAll(stage.sello);
      await page.getByText(words.completed, { exact: true }).waitFor();
      await page.getByText(words.made).waitFor();
      await page.getByRole('link', { name: 'tres.pdf' }).waitFor();
      await look(page, 'completed');

      // The page posts the SHA-256 twice: to ask whether the file is certified already, and in the batch.
      expect(posted.filter((body) => body.includes(sha256('secret one')))).toHaveLength(2);
      expect(posted.join()).not.toContain('secret');
      expect(await stage.sello.certificatesLeft(account)).toBe(17);
      await page.locator('.back-link').click();
      await page.getByText(words.made).waitFor();
      await look(page, 'list');
      page.assertClean();
    });

    test('files with a certificate and doubles are found before anything is sent, and not counted unless that is asked for', async () => {
      const { page, account, key } = await openPage();
      const before = await stage.sello.certify(key, 'known before', { title: 'Contrato' });
      await page.goto(`${stage.base}/dashboard/batches`);
      await page
        .locator('.drop-zone input')
        .setInputFiles([
          fileOf('nuevo.pdf', 'never seen'),
          fileOf('viejo.pdf', 'known before'),
          fileOf('copia.pdf', 'never seen'),
        ]);
      await page.getByText(words.usesOne).waitFor();
      await page.getByText(words.known).waitFor();
      await page.getByText(words.twin).waitFor();
      const seen = page.locator('.batch-files a');
      expect(await seen.getAttribute('href')).toBe(`/dashboard/certificates/${before.id}`);
      await look(page, 'doubles');
      await page.getByLabel(words.again).check();
      await page.getByText(words.usesThree).waitFor();
      await page.getByLabel(words.again).uncheck();
      await page.getByLabel(words.titleOf('nuevo.pdf')).fill('Convenio');
      await page.getByRole('button', { name: words.sendOne }).click();
      await page.getByText(words.queued, { exact: true }).waitFor();
      await makeAll(stage.sello);
      await page.getByText(words.completed, { exact: true }).waitFor();
      expect(await stage.sello.certificatesLeft(account)).toBe(18);
      const { body } = await stage.sello.call('GET', `${API}/certificates?limit=1`, { key });
      expect(body.certificates[0].title).toBe('Convenio');
      page.assertClean();
    });

    test('a failed item is found with the filter, shows its reason, and is tried again', async () => {
      const { page, key } = await openPage();
      const items = ['a', 'b'].map((name) => ({ sha256: sha256(name), file_name: name, external_id: name }));
      const { body } = await stage.sello.call('POST', `${API}/batches`, { key, payload: { items } });
      const other = await stage.sello.certify(key, 'first', { external_id: 'b' });
      await makeAll(stage.sello);
      await page.goto(`${stage.base}/dashboard/batches/${body.batch.id}`);
      await page.getByText(words.withFailures).waitFor();
      await page.getByLabel(words.status, { exact: true }).selectOption(words.failed);
      await page.getByText(words.taken).waitFor();
      await look(page, 'failed');
      const payload = { external_id: 'other' };
      await stage.sello.call('PATCH', `${API}/certificates/${other.id}`, { key, payload });
      await page.getByRole('button', { name: words.retry }).click();
      await page.getByRole('button', { name: words.retry }).waitFor({ state: 'detached' });
      await makeAll(stage.sello);
      await page.getByText(words.completed, { exact: true }).waitFor();
      page.assertClean();
    });

    test('filtered certificates are exported as a table, as lines and as evidence', async () => {
      const { page, key } = await openPage();
      const wanted = await stage.sello.certify(key, 'wanted', { title: 'Contrato azul' });
      await stage.sello.certify(key, 'other', { title: 'Factura' });
      await page.goto(`${stage.base}/dashboard/certificates?q=azul`);
      await page.getByRole('link', { name: 'Contrato azul' }).waitFor();
      await page.getByRole('button', { name: words.export, exact: true }).click();
      await look(page, 'export');
      await page.keyboard.press('Escape');
      const take = async (name: string) => {
        await page.getByRole('button', { name: words.export, exact: true }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name }).click(),
        ]);
        return bytesOf(file);
      };
      const [header, ...rows] = (await take(words.csv)).toString().trim().split('\r\n');
      expect(header).toContain('sha256');
      expect(rows).toHaveLength(1);
      expect(rows[0]).toContain(wanted.id);
      const lines = (await take(words.ndjson)).toString().trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).id)).toEqual([wanted.id]);
      const names = readZip(await take(words.zip)).map(({ name }) => name);
      expect(names.some((name) => name.includes(wanted.id))).toBe(true);
      page.assertClean();
    });
  },
);

async function bytesOf(download: Download): Promise<Buffer> {
  return Buffer.concat(await (await download.createReadStream()).toArray());
}
