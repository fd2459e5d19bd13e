/** A body as the network may deliver it: cut before each of `cuts`. */
export function* cutBody(body: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let start = 0;
  for (const end of [...cuts, body.length]) {
    // Each piece in its own memory: a parser must not rely on neighbouring bytes.
    yield Buffer.from(body.subarray(start, end));
    start = end;
  }
}
