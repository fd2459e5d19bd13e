import { type AxeRules, DESKTOP, type TestPage } from '../harness/browser.ts';
import { inspect } from './inspect.ts';

const SCREENS = [
  { name: 'desk', viewport: DESKTOP },
  { name: 'phone', viewport: { width: 375, height: 812 } },
];

/**
 * Looks at the page as it is on a desk and on a phone, in both themes; ends as it began, on the desk in light. Another
 * theme is the same page in other colours: every rule is asked on both screens in one of them.
 */
export async function inspectEverywhere(page: TestPage, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await inspectOnScreens(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await inspectOnScreens(page, `${name}-light`, 'colours');
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
