import { expect, test } from 'vitest';
import { isoTime } from '../kernel/clock.ts';
import { type CertificateAnchor, statusOf } from './certificate.ts';

const anchor = (isFinal: boolean): CertificateAnchor => ({
  network: 'eip155:1',
  txHash: '00'.repeat(32),
  blockNumber: 1,
  blockHash: '00'.repeat(32),
  blockTime: isoTime(new Date(0)),
  confirmations: 1,
  merkleRoot: '00'.repeat(32),
  isFinal,
  changedAt: isoTime(new Date(0)),
});

test('a certificate is `stamped` without a place in the log, `anchoring` with one, and `certified` only by a final block', () => {
  expect(statusOf({ leafIndex: undefined, anchor: undefined })).toBe('stamped');
  expect(statusOf({ leafIndex: 0, anchor: undefined })).toBe('anchoring');
  expect(statusOf({ leafIndex: 0, anchor: anchor(false) })).toBe('anchoring');
  expect(statusOf({ leafIndex: 0, anchor: anchor(true) })).toBe('certified');
});
