/** Readable names for devices, from their `User-Agent`. */

type Device = { browser: string | undefined; system: string | undefined; isPhone: boolean };

/** The first match counts, so a browser that imitates another comes before the imitated one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bHeadlessChrome\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^python-requests\//, 'Python'],
  [/^(?:node|undici)\b/, 'Node.js'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

export function deviceOf(userAgent: string | null): Device {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1];
  const system = find(SYSTEMS);
  return {
    browser: find(BROWSERS),
    system,
    isPhone: system === 'iPhone' || /\bMobile\b/.test(userAgent ?? ''),
  };
}

/** `on` joins the two names, as in "Chrome on Windows". Undefined when neither is known. */
export function deviceName(userAgent: string | null, on: (browser: string, system: string) => string) {
  const { browser, system } = deviceOf(userAgent);
  return browser !== undefined && system !== undefined ? on(browser, system) : (browser ?? system);
}
