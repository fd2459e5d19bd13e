import { expect, test } from 'vitest';
import { FOR_CALLERS, FOR_COMMANDS, lookPatiently } from './patience.ts';

function answering(...answers: boolean[]) {
  const asked = { count: 0, look: async () => answers[asked.count++] ?? false };
  return asked;
}

test('for a caller, a database that fails to answer once counts as unreachable', async () => {
  const asked = answering(false, true);
  expect(await lookPatiently(asked.look, FOR_CALLERS)).toBe(false);
  expect(asked.count).toBe(1);
});

test('for a command, a database that answers after a while counts as reachable', async () => {
  const asked = answering(false, false, false, true);
  expect(await lookPatiently(asked.look, FOR_COMMANDS)).toBe(true);
  expect(asked.count).toBe(4);
});

test('for a command too, a database that never answers counts as unreachable', async () => {
  const asked = answering();
  expect(await lookPatiently(asked.look, FOR_COMMANDS)).toBe(false);
  expect(asked.count).toBe(FOR_COMMANDS.probes);
});
