import { expect, test } from 'vitest';
import { decodePem, encodePem } from './pem.ts';

const der = Uint8Array.from({ length: 100 }, (_, i) => i);

test('a block comes back, in lines of 64 letters', () => {
  const text = encodePem('CERTIFICATE', der);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBe(64);
  expect(decodePem('CERTIFICATE', text)).toEqual([der]);
});

test('all blocks of a label are found among commentary, other labels and other line ends', () => {
  const text = `subject=…\r\n${encodePem('CERTIFICATE', der).replaceAll('\n', '\r\n')}\n${encodePem('PUBLIC KEY', der)}${encodePem('CERTIFICATE', der)}`;
  expect(decodePem('CERTIFICATE', text)).toEqual([der, der]);
  expect(decodePem('CERTIFICATE', 'nothing here')).toEqual([]);
});

test('a damaged block is an error and never just missing', () => {
  const text = encodePem('CERTIFICATE', der);
  expect(() => decodePem('CERTIFICATE', text.slice(0, -10))).toThrow('is not PEM');
  expect(() => decodePem('CERTIFICATE', text.replace('AAEC', 'AA!C'))).toThrow('is not PEM');
  expect(() => decodePem('CERTIFICATE', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----')).toThrow(
    'is not PEM',
  );
});
