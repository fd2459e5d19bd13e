import { expect } from 'vitest';
import { type AxeRules, assertAccessible, screenshot, type TestPage } from '../harness/browser.ts';

/** Asserts that the page is accessible and no wider than its screen. */
export async function inspect(page: TestPage, name: string, rules?: AxeRules): Promise<void> {
  try {
    await assertAccessible(page, rules);
  } finally {
    await screenshot(page, name);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}
