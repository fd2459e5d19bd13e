/** SQL expressions for values that are read only to be shown; read with `wireTime` and `digestHex` of `row-reader.ts`. */

/**
 * The SQL for a time in UTC, whatever the zone of the server. `to_char` could write exactly the form of the API, at
 * three times the cost.
 */
export function timeOnWire(expression: string): string {
  return `(${expression} at time zone 'UTC')::text`;
}

export function hexOnWire(expression: string): string {
  return `encode(${expression}, 'hex')`;
}
