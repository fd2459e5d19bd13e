import { expect, test } from 'vitest';
import { passkeyOffer, relyingParty } from './relying-party.ts';

test.for([
  ['https://sello.example', 'sello.example', 'https://sello.example'],
  ['https://sello.example:8443/sello', 'sello.example', 'https://sello.example:8443'],
  ['https://SELLO.Example', 'sello.example', 'https://sello.example'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
] as const)('%s is the relying party %s with the origin %s', ([baseUrl, id, origin]) => {
  expect(relyingParty({ baseUrl, serviceName: 'sello' })).toEqual({ id, origin, name: 'sello' });
});

test.for([
  ['http://127.0.0.1:3000', 'ip_address'],
  ['https://192.0.2.7', 'ip_address'],
  ['https://[2001:db8::7]:8443', 'ip_address'],
  // The URL parser reads these as IP addresses, and so do browsers.
  ['https://0x7f.1', 'ip_address'],
  ['http://sello.example', 'no_https'],
  ['http://localhost.example', 'no_https'],
  ['http://sello.localhost:3000', 'on'],
] as const)('at %s passkeys are %s', ([baseUrl, offer]) => {
  expect(passkeyOffer({ baseUrl })).toBe(offer);
});
