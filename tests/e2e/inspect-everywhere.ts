import { isFull } from '../harness/breadth.ts';
import { type AxeRules, DESKTOP, SMALL_PHONE, type TestPage } from '../harness/browser.ts';
import { inspect } from './inspect.ts';

const SCREENS = [
  { name: 'desk', viewport: DESKTOP },
  { name: 'phone', viewport: SMALL_PHONE },
];

/**
 * Inspects the current page on a desktop and on a phone, in both themes, and ends on the desktop in light mode as it
 * began. The themes differ only in colours, so all rules are checked on both screens in one theme, and `npm test`
 * checks the colours of the other theme only on the large screen.
 */
export async function inspectEverywhere(page: TestPage, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await inspectOnScreens(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  if (isFull) await inspectOnScreens(page, `${name}-light`, 'colours');
  else await inspect(page, `${name}-light-desk`, 'colours');
}

/** Inspects the current page on a desktop and on a phone, and ends on the screen where it began. */
export async function inspectOnScreens(page: TestPage, name: string, rules?: AxeRules): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP;
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await inspect(page, `${name}-${screen.name}`, rules);
  }
  await page.setViewportSize(own);
}
