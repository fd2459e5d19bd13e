import { expect, test } from 'vitest';
import type { LogFields } from '../../kernel/logger.ts';
import { makeRefusalNotes } from './refusal-notes.ts';

function notes() {
  const logged: LogFields[] = [];
  const quiet = () => {};
  const error = (_event: string, fields: LogFields = {}) => void logged.push(fields);
  return { logged, note: makeRefusalNotes({ info: quiet, warn: quiet, error }) };
}

test('P105 a checkpoint is logged once, whatever its signature lines are', () => {
  const { logged, note } = notes();
  for (let i = 0; i < 50; i += 1) note('a fork', { text: 'one', note: `one ${i}` });
  expect(logged).toEqual([{ because: 'a fork', offered: 'one 0' }]);
});

test('P66 after any number of refused checkpoints, the next one is logged too', () => {
  const { logged, note } = notes();
  for (let i = 0; i < 5_000; i += 1) note('a fork', { text: `${i}`, note: `${i}` });
  expect(logged).toHaveLength(5_000);
  expect(logged.at(-1)).toEqual({ because: 'a fork', offered: '4999' });
  note('a fork', { text: '4999', note: 'again' });
  expect(logged).toHaveLength(5_000);
});
