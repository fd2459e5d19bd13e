/** A person without a mouse: reaches everything with Tab and uses only keys. */

import type { Download, Locator, Page } from 'playwright-core';

/** More tab stops than any page has. An element that was not reached by then counts as unreachable. */
const MOST_STOPS = 250;

export type Keyboard = {
  /** Presses Tab until the element has the focus, starting from the current focus; on request backwards. */
  reach(target: Locator, direction?: 'forward' | 'back'): Promise<void>;
  press(target: Locator, key?: string): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Chooses an entry of a list by typing. */
  choose(target: Locator, label: string): Promise<void>;
  /** A day such as 2026-01-31, typed in the form that the field shows. */
  day(target: Locator, day: string): Promise<void>;
  /** Through the dialog that a file field opens. */
  give(target: Locator, name: string, content: Buffer): Promise<void>;
  /** The content of the file that a link downloads. */
  download(target: Locator): Promise<Download>;
};

export function keyboardOf(page: Page): Keyboard {
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const reach: Keyboard['reach'] = async (target, direction = 'forward') => {
    await target.waitFor({ state: 'attached' });
    const key = direction === 'forward' ? 'Tab' : 'Shift+Tab';
    const sure = await target.evaluate(stopsBefore, direction === 'back');
    for (let stops = 0; stops < sure; stops += 1) await page.keyboard.press(key);
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if (await isFocused(target)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`the keyboard does not reach ${target}`);
  };
  const press: Keyboard['press'] = async (target, key = 'Enter') => {
    await reach(target);
    await page.keyboard.press(key);
  };
  return {
    reach,
    press,
    async type(target, text) {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    async choose(target, label) {
      await reach(target);
      await page.keyboard.type(label);
    },
    async day(target, day) {
      await reach(target);
      const [year = '', month = '', date = ''] = day.split('-');
      // The order is that of the browser's own language.
      for (const digits of [date + month + year, month + date + year]) {
        await page.keyboard.type(digits);
        if ((await target.inputValue()) === day) return;
        await page.keyboard.press('Shift+Tab');
        await page.keyboard.press('Shift+Tab');
        await reach(target);
      }
      throw new Error(`${day} cannot be typed into ${target}`);
    },
    async give(target, name, content) {
      const chosen = page.waitForEvent('filechooser');
      // A page that has just loaded may replace this field with another one.
      const ask = async () => {
        await reach(target);
        await page.keyboard.press('Space');
      };
      const again = setInterval(() => void ask().catch(() => {}), 5_000);
      const [chooser] = await Promise.all([chosen, ask()]).finally(() => clearInterval(again));
      await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: content });
    },
    async download(target) {
      const [file] = await Promise.all([page.waitForEvent('download'), press(target)]);
      return file;
    },
  };
}

/** Fewer tab stops than lie before the element: Tab can be pressed this many times without checking. */
function stopsBefore(target: Element, isBack: boolean): number {
  const root = document.querySelector('dialog[open]') ?? document;
  const stops = [
    ...root.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ].filter(
    (stop) =>
      stop.checkVisibility() &&
      !stop.matches(':disabled, [tabindex="-1"]') &&
      // In a group of radio buttons, only the chosen one is a tab stop.
      !(stop instanceof HTMLInputElement && stop.type === 'radio' && !stop.checked),
  );
  if (isBack) stops.reverse();
  const from = stops.indexOf(document.activeElement as HTMLElement);
  return Math.max(0, stops.indexOf(target as HTMLElement) - from - 3);
}
