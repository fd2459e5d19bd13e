import { expect, test } from 'vitest';
import { offerAt } from './passkey-offer.ts';

const SERVICE = { passkeys: 'on', base_url: 'https://sello.example/sello' } as const;
const PAGE = { origin: 'https://sello.example', isSecure: true, hasWebauthn: true };

test('passkeys are offered at the public address, in a browser that has them', () => {
  expect(offerAt(SERVICE, PAGE)).toBe('on');
});

test.for([
  ['the public address is an IP address', { ...SERVICE, passkeys: 'ip_address' }, PAGE, 'ip_address'],
  ['the public address is not https', { ...SERVICE, passkeys: 'no_https' }, PAGE, 'no_https'],
  ['the page has another address', SERVICE, { ...PAGE, origin: 'https://10.0.0.7' }, 'elsewhere'],
  ['the page is not secure', SERVICE, { ...PAGE, isSecure: false }, 'no_browser'],
  ['the browser has no WebAuthn', SERVICE, { ...PAGE, hasWebauthn: false }, 'no_browser'],
] as const)('not where %s', ([, service, page, why]) => {
  expect(offerAt(service, page)).toBe(why);
});
