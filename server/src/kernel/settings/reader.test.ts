import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choice, integer, matching, secret, secretOrFile, settingsIn, text } from './kinds.ts';
import { type Environment, readSettings } from './reader.ts';

const COUNT = integer('COUNT', '3', 1, 9, 'How many');
const WORD = matching('WORD', undefined, /^[a-z]+$/, 'a word', 'A word');
const LOGIN = secret(matching('LOGIN', undefined, /:/, 'a login', 'A login'));

describe('one setting', () => {
  test('is read without the spaces around it; empty is not set', () => {
    const read = readSettings({ COUNT: ' 5 ', WORD: '  ' });
    expect(read.needed(COUNT)).toBe(5);
    expect(read.take(WORD)).toBeUndefined();
    expect([read.isGiven(COUNT), read.isGiven(WORD)]).toEqual([true, false]);
    expect(read.problems).toEqual([]);
  });

  test('that is invalid is a problem, and reading goes on with its default', () => {
    const read = readSettings({ COUNT: '10', WORD: 'A1' });
    expect([read.needed(COUNT), read.take(WORD)]).toEqual([3, undefined]);
    expect(read.problems).toEqual([
      'COUNT must be a whole number from 1 to 9; it is "10"',
      'WORD must be a word; it is "A1"',
    ]);
  });

  test('that is secret is not shown, not even a wrong one', () => {
    const read = readSettings({ LOGIN: 'hush' });
    read.take(LOGIN);
    expect(read.problems).toEqual(['LOGIN must be a login']);
  });

  test('that rejects its own default is a bug', () => {
    expect(() => readSettings({}).needed(integer('N', '0', 1, 9, 'N'))).toThrow('its own default');
  });
});

describe('a secret, here or in a file', () => {
  const PIN = secretOrFile('PIN', 'Digits', 'File with the digits', 'must hold digits', (given) =>
    /^\d+$/.test(given) ? Number(given) : undefined,
  );
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sello-settings-'));
    writeFileSync(path.join(folder, 'pin'), ' 42\n');
    writeFileSync(path.join(folder, 'word'), 'hush\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const readBoth = (env: Environment) => {
    const [optional, needed] = [readSettings(env), readSettings(env)];
    return {
      optional: optional.takeSecret(PIN) ?? optional.problems,
      needed: needed.neededSecret(PIN, 'DOOR needs a pin') ?? needed.problems,
    };
  };

  test('is the same from either', () => {
    expect(readBoth({ PIN: ' 42 ' })).toEqual({ optional: 42, needed: 42 });
    expect(readBoth({ PIN_FILE: path.join(folder, 'pin') })).toEqual({ optional: 42, needed: 42 });
  });

  test('from both is refused, from neither only where it is needed', () => {
    const missing = ['DOOR needs a pin: set PIN or PIN_FILE, not both'];
    expect(readBoth({})).toEqual({ optional: [], needed: missing });
    expect(readBoth({ PIN: ' ', PIN_FILE: '' })).toEqual({ optional: [], needed: missing });
    expect(readBoth({ PIN: '42', PIN_FILE: path.join(folder, 'pin') })).toEqual({
      optional: ['PIN and PIN_FILE exclude each other'],
      needed: missing,
    });
  });

  test('that is invalid is reported by the setting that holds it, and not shown', () => {
    expect(readBoth({ PIN: 'hush' }).optional).toEqual(['PIN must hold digits']);
    const inFile = readBoth({ PIN_FILE: path.join(folder, 'word') });
    expect(inFile).toEqual({
      optional: ['PIN_FILE must hold digits'],
      needed: ['PIN_FILE must hold digits'],
    });
  });

  test('in a missing file is reported with the reason', () => {
    const { optional } = readBoth({ PIN_FILE: path.join(folder, 'absent') });
    expect(optional).toEqual([expect.stringMatching(/^PIN_FILE cannot be read: ENOENT/)]);
  });

  test('is listed as two settings, the first never shown', () => {
    const listed = settingsIn({
      a: text('A', 'x', 'First'),
      PIN,
      b: choice('B', 'on', ['on', 'off'], 'Last'),
    });
    expect(listed.map(({ name, help, fallback }) => [name, help, fallback])).toEqual([
      ['A', 'First', 'x'],
      ['PIN', 'Digits', undefined],
      ['PIN_FILE', 'File with the digits', undefined],
      ['B', 'Last', 'on'],
    ]);
    expect(listed.map(({ isSecret }) => isSecret === true)).toEqual([false, true, false, false]);
  });
});
