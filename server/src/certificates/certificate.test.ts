import { expect, test } from 'vitest';
import { type CertificateAnchor, statusOf } from './certificate.ts';

const anchor = (isFinal: boolean): CertificateAnchor => ({
  network: 'eip155:1',
  txHash: new Uint8Array(32),
  blockNumber: 1,
  blockHash: new Uint8Array(32),
  blockTime: new Date(0),
  confirmations: 1,
  merkleRoot: new Uint8Array(32),
  isFinal,
  changedAt: new Date(0),
});

test('a certificate is stamped without a place in the log, anchoring with one, certified by a final block alone', () => {
  expect(statusOf({ leafIndex: undefined, anchor: undefined })).toBe('stamped');
  expect(statusOf({ leafIndex: 0, anchor: undefined })).toBe('anchoring');
  expect(statusOf({ leafIndex: 0, anchor: anchor(false) })).toBe('anchoring');
  expect(statusOf({ leafIndex: 0, anchor: anchor(true) })).toBe('certified');
});
