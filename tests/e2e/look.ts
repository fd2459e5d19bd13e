import { DESKTOP, SMALL_PHONE, type TestPage } from '../harness/browser.ts';
import { inspect } from './inspect.ts';

/** Checks one step of a journey on a desktop in light and on a phone in dark mode, and ends as it began. */
export async function look(page: TestPage, name: string): Promise<void> {
  await inspect(page, `journey-${name}-desk-light`);
  await page.setViewportSize(SMALL_PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await inspect(page, `journey-${name}-phone-dark`);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}
