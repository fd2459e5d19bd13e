import { expect, test } from 'vitest';
import { CERTIFICATE_STATUSES, MAX_FILE_BYTES, STATUS_MOVES } from './certificate.ts';

test('a stamp is never undone: nothing leads back to `stamped`', () => {
  for (const status of CERTIFICATE_STATUSES) expect(STATUS_MOVES[status]).not.toContain('stamped');
});

test('every status leads on, and every move ends in a known status', () => {
  for (const moves of Object.values(STATUS_MOVES)) {
    expect(moves.length).toBeGreaterThan(0);
    for (const status of moves) expect(CERTIFICATE_STATUSES).toContain(status);
  }
});

test('50 MB are 50 times 2^20 bytes', () => {
  expect(MAX_FILE_BYTES).toBe(50 * 1024 * 1024);
});
