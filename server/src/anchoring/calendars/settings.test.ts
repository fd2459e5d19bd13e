import { expect, test } from 'vitest';
import { type Environment, readSettings } from '../../kernel/settings/reader.ts';
import { readCalendarsSettings } from './settings.ts';

function readOts(env: Environment) {
  const read = readSettings(env);
  return { ...readCalendarsSettings(read).ots, problems: read.problems };
}

test('nothing is stamped in Bitcoin unless calendars are named: it needs the internet', () => {
  expect(readOts({})).toEqual({
    calendars: [],
    intervalMs: 3_600_000,
    bitcoinUrl: undefined,
    problems: [],
  });
});

test('calendars are named by their addresses, each once', () => {
  const given = ' https://a.example/ ,https://A.example,http://127.0.0.1:8080/ots/';
  expect(readOts({ SELLO_OTS_CALENDARS: given })).toMatchObject({
    calendars: ['https://a.example', 'http://127.0.0.1:8080/ots'],
    problems: [],
  });
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
  expect(readOts({ SELLO_OTS_CALENDARS: given }).problems).toEqual([
    expect.stringContaining('SELLO_OTS_CALENDARS must be up to 8 http:// or https:// addresses'),
  ]);
});

test('the index of blocks may have a key in its address, which no message shows', () => {
  const url = 'ftp://index.example/hush';
  expect(readOts({ SELLO_OTS_BITCOIN_URL: url }).problems).toEqual([expect.not.stringContaining('hush')]);
});
