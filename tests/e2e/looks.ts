/** Languages, screens and themes in which pages are checked. */

import { DESKTOP, PHONE, SMALL_PHONE } from '../harness/browser.ts';

export const EN_PHONE = {
  language: 'en-US',
  screen: 'phone',
  viewport: PHONE,
  colorScheme: 'light',
} as const;
export const ES_PHONE = { ...EN_PHONE, language: 'es-MX' } as const;
export const EN_DESKTOP = { ...EN_PHONE, screen: 'desktop', viewport: DESKTOP } as const;
export const ES_DESKTOP = { ...EN_DESKTOP, language: 'es-MX' } as const;
export const EN_PHONE_DARK = {
  ...EN_PHONE,
  screen: 'phone-dark',
  viewport: SMALL_PHONE,
  colorScheme: 'dark',
} as const;
