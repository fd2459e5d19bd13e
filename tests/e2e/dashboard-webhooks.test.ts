/**
 * A webhook's whole life through the pages: it is added, tested, used, rotated and deleted, and an event is sent again.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waysToLook } from '../harness/breadth.ts';
import type { TestPage } from '../harness/browser.ts';
import { enter } from '../harness/dashboard-visitor.ts';
import { type HookedSello, hooked, verify } from '../harness/hooks.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { inspect } from './inspect.ts';
import { EN_PHONE_DARK, ES_DESKTOP } from './looks.ts';
import { openStage } from './stage.ts';

const WORDS = {
  'es-MX': {
    nav: 'Webhooks',
    menu: 'Menú de la cuenta',
    empty: 'Aún no hay webhooks',
    add: 'Agregar webhook',
    url: 'Dirección',
    description: /^Descripción/,
    some: /^Elegir eventos/,
    needsEvent: 'Elija al menos un evento.',
    secret: 'Copiar secreto',
    stored: 'Ya guardé el secreto en un lugar seguro',
    done: 'Listo',
    actions: /^Acciones para /,
    test: 'Enviar una prueba',
    sendNow: 'Enviar ahora',
    taken: 'Se recibió.',
    refused: 'No se recibió.',
    close: 'Cerrar',
    waiting: 'En espera',
    delivered: 'Entregada',
    again: 'Enviar de nuevo',
    willBeSent: 'Se enviará de nuevo en unos segundos.',
    rotate: 'Rotar el secreto',
    submitRotate: 'Rotar',
    oldSigns: /también firma el secreto anterior/,
    disable: 'Desactivar',
    disabled: 'Desactivado',
    enable: 'Activar',
    enabled: 'Activo',
    change: 'Modificar',
    save: 'Guardar cambios',
    remove: 'Eliminar',
    submitRemove: 'Eliminar webhook',
    live: 'Real',
  },
  'en-US': {
    nav: 'Webhooks',
    menu: 'Account menu',
    empty: 'No webhooks yet',
    add: 'Add webhook',
    url: 'Address',
    description: /^Description/,
    some: /^Choose events/,
    needsEvent: 'Choose at least one event.',
    secret: 'Copy secret',
    stored: 'I’ve stored the secret in a safe place',
    done: 'Done',
    actions: /^Actions for /,
    test: 'Send a test',
    sendNow: 'Send now',
    taken: 'It was taken.',
    refused: 'It was not taken.',
    close: 'Close',
    waiting: 'Waiting',
    delivered: 'Delivered',
    again: 'Send again',
    willBeSent: 'It will be sent again within seconds.',
    rotate: 'Rotate secret',
    submitRotate: 'Rotate',
    oldSigns: /the old secret signs too/,
    disable: 'Disable',
    disabled: 'Disabled',
    enable: 'Enable',
    enabled: 'Enabled',
    change: 'Edit',
    save: 'Save changes',
    remove: 'Delete',
    submitRemove: 'Delete webhook',
    live: 'Live',
  },
};

const stage = openStage(() => ({ SELLO_WEBHOOK_ALLOW: '127.0.0.0/8' }));
let sello: HookedSello;
let receiver: Receiver;
beforeAll(async () => {
  sello = hooked(stage.sello);
  receiver = await openReceiver();
});
afterAll(() => receiver?.close());

describe.each(waysToLook([ES_DESKTOP, EN_PHONE_DARK]))(
  'in $language on a $screen',
  ({ language, screen, viewport, colorScheme }) => {
    const words = WORDS[language];
    const look = (page: TestPage, name: string) =>
      inspect(page, `webhooks-${name}-${language.slice(0, 2)}-${screen}`);

    async function openPage(): Promise<{ page: TestPage; key: string }> {
      receiver.received.length = 0;
      receiver.answerWith(200, 'ok');
      const page = await stage.browser.openPage({ language, viewport, colorScheme });
      const { email } = await enter(page, stage.base);
      const { key } = await stage.sello.newKey(await stage.accountOf(email));
      return { page, key };
    }

    /** On a phone the less used pages are in the account menu. */
    async function goToWebhooks(page: TestPage): Promise<void> {
      if (screen === 'desktop') return page.getByRole('link', { name: words.nav, exact: true }).click();
      await page.getByRole('button', { name: words.menu }).click();
      await page.getByRole('menuitem', { name: words.nav }).click();
    }

    async function takeSecret(page: TestPage): Promise<string> {
      const dialog = page.getByRole('dialog');
      const secret = await dialog.locator('.secret-box code').innerText();
      await dialog.getByLabel(words.stored).check();
      await dialog.getByRole('button', { name: words.done }).click();
      return secret;
    }

    async function act(page: TestPage, name: string): Promise<void> {
      await page.getByRole('button', { name: words.actions }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    }

    test('a webhook is added, tested, gets an event, shows it completely, resends it, and is changed, rotated and deleted', async () => {
      const { page, key } = await openPage();
      await page.goto(`${stage.base}/dashboard`);
      await goToWebhooks(page);
      await page.getByRole('heading', { name: words.empty }).waitFor();
      await look(page, 'empty');

      await page.getByRole('button', { name: words.add }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.url, { exact: true }).fill(receiver.url);
      await dialog.getByLabel(words.description).fill('Contabilidad');
      await dialog.getByRole('radio', { name: words.some }).check();
      await dialog.getByRole('button', { name: words.add }).click();
      await dialog.getByText(words.needsEvent).waitFor();
      await dialog.getByRole('checkbox', { name: 'certificate.created' }).check();
      await look(page, 'add');
      await dialog.getByRole('button', { name: words.add }).click();
      await dialog.getByRole('button', { name: words.secret }).waitFor();
      await look(page, 'secret');
      const secret = await takeSecret(page);
      expect(secret).toMatch(/^whsec_/);
      await look(page, 'list');
      expect(await page.content()).not.toContain(secret);

      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByRole('button', { name: words.test }).click();
      await dialog.getByRole('button', { name: words.sendNow }).click();
      await dialog.getByText(words.taken).waitFor();
      await look(page, 'test');
      await dialog.getByRole('button', { name: words.close }).last().click();
      expect(receiver.types()).toEqual(['webhook.test']);
      for (const one of receiver.received) verify(secret, one);

      receiver.answerWith(500, '{"error":"out of order"}');
      const made = await stage.sello.certify(key, 'told of');
      await sello.deliver();
      await page.getByText(words.waiting, { exact: true }).last().waitFor();
      await look(page, 'deliveries');
      await page.getByRole('link', { name: 'certificate.created' }).click();
      await page.getByText('{"error":"out of order"}').waitFor();
      await page.getByText(`"id": "${made.id}"`).waitFor();
      const sent = receiver.received.at(-1);
      await page.getByText(`webhook-id: ${sent?.headers['webhook-id']}`).waitFor();
      await page.getByText(`webhook-timestamp: ${sent?.headers['webhook-timestamp']}`).waitFor();
      await look(page, 'delivery');

      receiver.answerWith(200, 'thank you');
      await page.getByRole('button', { name: words.again }).click();
      await page.getByText(words.willBeSent).waitFor();
      await sello.deliver();
      await page.getByText(words.delivered, { exact: true }).first().waitFor();
      await page.getByText('thank you').waitFor();
      expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(sent?.headers['webhook-id']);
      await look(page, 'delivered');

      await page.locator('.back-link').click();
      await act(page, words.change);
      await dialog.getByLabel(words.description).fill('Archivo');
      await dialog.getByRole('button', { name: words.save }).click();
      await page.getByText('Archivo', { exact: true }).waitFor();

      await act(page, words.rotate);
      await dialog.getByRole('button', { name: words.submitRotate, exact: true }).click();
      await dialog.getByText(words.oldSigns).waitFor();
      const second = await takeSecret(page);
      await stage.sello.certify(key, 'after the rotation');
      await sello.deliver();
      const last = receiver.received.at(-1);
      if (last === undefined) throw new Error('nothing was received');
      verify(secret, last);
      verify(second, last);

      await act(page, words.disable);
      await dialog.getByRole('button', { name: words.disable }).click();
      await page.getByText(words.disabled, { exact: true }).waitFor();
      await look(page, 'disabled');
      await act(page, words.enable);
      await dialog.getByRole('button', { name: words.enable }).click();
      await page.getByText(words.enabled, { exact: true }).waitFor();

      // The page of the webhook polls for deliveries, and would get a 404 for them.
      await page.locator('.back-link').click();
      await act(page, words.remove);
      await look(page, 'delete');
      await dialog.getByRole('button', { name: words.submitRemove }).click();
      await page.getByRole('heading', { name: words.empty }).waitFor();
      page.assertClean();
    });

    test('a webhook can be added with the keyboard alone, and each mode has its own', async () => {
      const { page } = await openPage();
      await page.goto(`${stage.base}/dashboard/webhooks`);
      const add = page.getByRole('button', { name: words.add }).first();
      await add.waitFor();
      for (let presses = 0; presses < 30 && !(await isFocused(page, words.add)); presses += 1)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.type(receiver.url);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: words.secret }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByLabel(words.stored).press('Space');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: receiver.url }).waitFor();

      await page.evaluate(() => localStorage.setItem('sello.mode', 'test'));
      await page.reload();
      await page.getByRole('heading', { name: words.empty }).waitFor();
      page.assertClean();
    });
  },
);

function isFocused(page: TestPage, name: string): Promise<boolean> {
  return page.evaluate((words) => document.activeElement?.textContent === words, name);
}
