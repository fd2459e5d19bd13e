import { expect, test } from 'vitest';
import { type ConfigError, readConfig } from '../../settings.ts';

test('nothing is stamped in Bitcoin unless calendars are named: it needs the internet', () => {
  expect(readConfig({}).ots).toEqual({ calendars: [], intervalMs: 3_600_000, bitcoinUrl: undefined });
});

test('calendars are named by their addresses, each once', () => {
  const given = ' https://a.example/ ,https://A.example,http://127.0.0.1:8080/ots/';
  expect(readConfig({ SELLO_OTS_CALENDARS: given }).ots.calendars).toEqual([
    'https://a.example',
    'http://127.0.0.1:8080/ots',
  ]);
});

test.for([
  'a.example',
  'https://a.example,',
  'https://a.example,,https://b.example',
  'https://a.example;https://b.example',
  'https://user:hush@a.example',
  'https://a.example/?x=1',
  Array.from({ length: 9 }, (_, i) => `https://${i}.example`).join(','),
])('%j are no calendars', (given) => {
  expect(() => readConfig({ SELLO_OTS_CALENDARS: given })).toThrow(
    expect.objectContaining({
      problems: [
        expect.stringContaining('SELLO_OTS_CALENDARS must be up to 8 http:// or https:// addresses'),
      ],
    } satisfies Partial<Record<keyof ConfigError, unknown>>),
  );
});

test('the index of blocks may have a key in its address, which no message shows', () => {
  const url = 'ftp://index.example/hush';
  expect(() => readConfig({ SELLO_OTS_BITCOIN_URL: url })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hush') }),
  );
});
