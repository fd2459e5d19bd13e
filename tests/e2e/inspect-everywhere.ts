import { isFull } from '../harness/breadth.ts';
import { type AxeRules, DESKTOP, SMALL_PHONE, type TestPage } from '../harness/browser.ts';
import { inspect } from './inspect.ts';

const SCREENS = [
  { name: 'desk', viewport: DESKTOP },
  { name: 'phone', viewport: SMALL_PHONE },
];

/**
 * Looks at the page as it is on a desk and on a phone, in both themes; ends as it began, on the desk in light. The
 * other theme differs only in colours: all rules are checked on both screens in one theme, and `npm test` checks the
 * colours of the other theme on the large screen only.
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
