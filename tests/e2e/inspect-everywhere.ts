import { isFull } from '../harness/breadth.ts';
import { type AxeRules, DESKTOP, SMALL_PHONE, type TestPage } from '../harness/browser.ts';
import { inspect } from './inspect.ts';

const SCREENS = [
  { name: 'desk', viewport: DESKTOP },
  { name: 'phone', viewport: SMALL_PHONE },
];

/**
 * Looks at the page as it is on a desk and on a phone, in both themes; ends as it began, on the desk in light. Another
 * theme is the same page in other colours: every rule is asked on both screens in one of them, and `npm test` looks at
 * the colours of the other on the desk alone.
 */
export async function inspectEverywhere(page: TestPage, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await inspectOnScreens(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  if (isFull) await inspectOnScreens(page, `${name}-light`, 'colours');
  else await inspect(page, `${name}-light-desk`, 'colours');
}

/** Looks at the page as it is on a desk and on a phone; ends on the screen that it began with. */
export async function inspectOnScreens(page: TestPage, name: string, rules?: AxeRules): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP;
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await inspect(page, `${name}-${screen.name}`, rules);
  }
  await page.setViewportSize(own);
}
