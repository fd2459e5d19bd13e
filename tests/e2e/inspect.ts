import { expect } from 'vitest';
import { assertAccessible, screenshot, type TestPage } from '../harness/browser.ts';

/** Saves a screenshot, and asserts that the page is accessible and no wider than its screen. */
export async function inspect(page: TestPage, name: string): Promise<void> {
  await page.evaluate(afterTransitions);
  await screenshot(page, name);
  await assertAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Colours on their way from one theme to the other have a contrast that nobody gets to read. */
async function afterTransitions(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}
