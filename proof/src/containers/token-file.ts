/** Reads the file of a time stamp in an ASiC container. */

import { rewriteAsDer } from '../encoding/ber.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTimestampResponse, type TimestampToken } from '../timestamps/timestamp.ts';

type TokenFile = {
  /** As DER, if it can be read. */
  bytes: Uint8Array;
  /** Undefined if it cannot be read. */
  token: TimestampToken | undefined;
};

/**
 * Tokens may be BER (RFC 5652), and programs that store revocation answers inside a token write it as BER. A token in
 * DER is read as it is.
 */
export function readTokenFile(bytes: Uint8Array): TokenFile {
  const token = tokenIn(bytes);
  if (token !== undefined) return { bytes, token };
  const der = rewritten(bytes);
  return der === undefined ? { bytes, token: undefined } : { bytes: der, token: tokenIn(der) };
}

function tokenIn(bytes: Uint8Array): TimestampToken | undefined {
  return tried(() => decodeTimestampResponse(bytes).token);
}

function rewritten(bytes: Uint8Array): Uint8Array | undefined {
  const found = tried(() => rewriteAsDer(bytes));
  return found?.end === bytes.length ? found.der : undefined;
}

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
