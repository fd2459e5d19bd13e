import { expect } from 'vitest';
import { assertAccessible, screenshot, type TestPage } from '../harness/browser.ts';

/** Asserts that the page is accessible and no wider than its screen. */
export async function inspect(page: TestPage, name: string): Promise<void> {
  await page.evaluate(whenSettled);
  await screenshot(page, name);
  await assertAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}

/**
 * Colours on their way from one theme to the other have a contrast that nobody gets to read, and letters of a font that
 * is still to come have another width.
 */
async function whenSettled(): Promise<void> {
  await document.fonts.ready;
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  // Inherited colours of a theme that was just changed are there with the next picture only.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
