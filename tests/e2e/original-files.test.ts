/**
 * Original files in the dashboard: one stays on the device, one is erased, and all files of an account are erased after
 * their time.
 */

import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { inspect } from './inspect.ts';
import { EN_DESKTOP, ES_PHONE } from './looks.ts';
import { openStage } from './stage.ts';

const WORDS = {
  'es-MX': {
    fingerprint: 'Solo su huella',
    certify: 'Certificar 1 archivo',
    received: 'Solo llegó la huella. El archivo nunca se envió.',
    see: 'Ver certificado',
    open: 'Borrar el archivo original',
    submit: 'Borrar el archivo',
    erased: /\.pdf se borró el /,
    retention: 'Archivos originales',
    change: 'Cambiar',
    howLong: 'Guardarlos',
    days: '90 días',
    warning: /no podrán recuperarse/,
    password: 'Su contraseña',
    save: 'Guardar',
    kept: 'Los archivos originales se borran 90 días después de certificarse.',
  },
  'en-US': {
    fingerprint: 'Only its fingerprint',
    certify: 'Certify 1 file',
    received: 'Only the fingerprint arrived. The file was never sent.',
    see: 'View certificate',
    open: 'Erase the original file',
    submit: 'Erase the file',
    erased: /\.pdf was erased on /,
    retention: 'Original files',
    change: 'Change',
    howLong: 'Keep them',
    days: '90 days',
    warning: /cannot be recovered/,
    password: 'Your password',
    save: 'Save',
    kept: 'Original files are erased 90 days after they were certified.',
  },
};

const stage = openStage();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-originals-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(waysToLook([EN_DESKTOP, ES_PHONE]))(
  'in $language on a $screen',
  ({ language, screen, viewport }) => {
    const words = WORDS[language];
    const name = (what: string) => `${what}-${language.slice(0, 2)}-${screen}`;

    test('the original of a certificate is erased after a plain question, and its page says so', async () => {
      const page = await stage.browser.openPage({ language, viewport });
      const visitor = await enter(page, stage.base);
      const { key } = await stage.sello.newKey(await stage.accountOf(visitor.email));
      const { id } = await stage.sello.certify(key, 'el contrato', { title: 'Contrato' });
      await page.goto(`${stage.base}/dashboard/certificates/${id}`);
      await page.getByRole('button', { name: words.open }).click();
      await inspect(page, name('erase-file-question'));
      await page.getByRole('dialog').getByRole('button', { name: words.submit }).click();
      await page.getByText(words.erased).waitFor();
      expect(await page.getByRole('button', { name: words.open }).count()).toBe(0);
      await inspect(page, name('erase-file-done'));
    });

    test('only the fingerprint of a file larger than any upload is sent, and the certificate says so', async () => {
      const page = await stage.browser.openPage({ language, viewport });
      await enter(page, stage.base);
      await page.goto(`${stage.base}/dashboard/certificates`);
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/certificates'),
      );
      const large = path.join(folder, 'video.mp4');
      await writeFile(large, Buffer.alloc(60 << 20, 7));
      await page.locator('.page-head input[type=file]').setInputFiles(large);
      await page.getByLabel(words.fingerprint).check();
      await inspect(page, name('fingerprint-choice'));
      await page.getByRole('button', { name: words.certify }).click();
      expect((await sent).postDataJSON()).toEqual({
        file_name: 'video.mp4',
        file_size: 60 << 20,
        file_mime: 'video/mp4',
        sha256: createHash('sha256')
          .update(Buffer.alloc(60 << 20, 7))
          .digest('hex'),
      });
      await page.getByRole('link', { name: words.see }).click();
      await page.getByText(words.received).waitFor();
      await inspect(page, name('fingerprint-certificate'));
    });

    test('how long originals are kept is changed with the password, after a warning', async () => {
      const page = await stage.browser.openPage({ language, viewport });
      const visitor = await enter(page, stage.base);
      await page.goto(`${stage.base}/dashboard/account`);
      await page.getByRole('heading', { name: words.retention }).waitFor();
      await page.getByRole('button', { name: words.change, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.howLong).selectOption({ label: words.days });
      await dialog.getByText(words.warning).waitFor();
      await dialog.getByLabel(words.password).fill(visitor.password);
      await inspect(page, name('keep-files-question'));
      await dialog.getByRole('button', { name: words.save }).click();
      await page.getByText(words.kept).waitFor();
      await inspect(page, name('keep-files-done'));
    });
  },
);
