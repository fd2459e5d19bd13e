import { DESKTOP, type TestPage } from '../harness/browser.ts';
import { inspect } from './inspect.ts';

const SCREENS = [
  { name: 'desk', viewport: DESKTOP },
  { name: 'phone', viewport: { width: 375, height: 812 } },
];
const SCHEMES = ['light', 'dark'] as const;

/** Looks at the page as it is on a desk and on a phone, in both themes; ends as it began, on the desk in light. */
export async function inspectEverywhere(page: TestPage, name: string): Promise<void> {
  for (const colorScheme of [...SCHEMES].reverse()) {
    await page.emulateMedia({ colorScheme });
    await inspectOnScreens(page, `${name}-${colorScheme}`);
  }
}

/** Looks at the page as it is on a desk and on a phone; ends on the screen that it began with. */
export async function inspectOnScreens(page: TestPage, name: string): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP;
  for (const screen of SCREENS) {
    await page.setViewportSize(screen.viewport);
    await inspect(page, `${name}-${screen.name}`);
  }
  await page.setViewportSize(own);
}
