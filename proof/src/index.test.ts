import { expect, test } from 'vitest';
import * as proof from './index.ts';

test('the public surface is exactly this', () => {
  expect(Object.keys(proof).sort()).toEqual([
    'ECONOMIA_ARC',
    'NOM151_POLICIES',
    'ProofError',
    'acr2SeProfile',
    'concatBytes',
    'createChainCache',
    'createTimestampSigner',
    'decodePem',
    'decodeTimestampRequest',
    'decodeTimestampResponse',
    'encodeBase64',
    'encodeCertificate',
    'encodeHex',
    'encodePem',
    'encodeRejection',
    'encodeTimestampRequest',
    'encodeTimestampResponse',
    'encodeUtf8',
    'equalBytes',
    'isInEconomiaArc',
    'leafHash',
    'parseBase64',
    'parseHex',
    'parseSigningCertificate',
    'parseUtf8',
    'readBundle',
    'verifyEvidence',
    'verifyTimestamp',
    'webCryptoEngine',
    'writeBundle',
  ]);
});
