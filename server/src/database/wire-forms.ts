/** SQL expressions for values that are read only to be shown; read with `wireTime` and `digestHex` of `row-reader.ts`. */

/** In UTC, whatever the zone of the server. `to_char` could write the wire's form to the letter, at three times the cost. */
export function timeOnWire(expression: string): string {
  return `(${expression} at time zone 'UTC')::text`;
}

export function hexOnWire(expression: string): string {
  return `encode(${expression}, 'hex')`;
}
