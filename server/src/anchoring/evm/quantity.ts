/** Values as Ethereum's JSON-RPC writes them: quantities without leading zeros, data in whole bytes. */

import { encodeHex, parseHex } from '@sello/proof';

export function encodeQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

export function encodeData(bytes: Uint8Array): string {
  return `0x${encodeHex(bytes)}`;
}

/**
 * Reads a quantity of at most 256 bits; undefined for anything else. Leading zeros are accepted, because some nodes
 * write them.
 */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined;
}

/** Reads a quantity that counts something: blocks, seconds or transactions. */
export function parseCount(value: unknown): number | undefined {
  const count = Number(parseQuantity(value) ?? -1n);
  return count >= 0 && Number.isSafeInteger(count) ? count : undefined;
}

export function parseData(value: unknown, sizeBytes?: number): Uint8Array | undefined {
  if (typeof value !== 'string' || !value.startsWith('0x')) return undefined;
  const bytes = parseHex(value.slice(2));
  return sizeBytes === undefined || bytes?.length === sizeBytes ? bytes : undefined;
}

export function parseHash(value: unknown): Uint8Array | undefined {
  return parseData(value, 32);
}
