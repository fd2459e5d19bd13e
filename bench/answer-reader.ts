/** Finds where each answer on a connection ends. */

const NOTHING = Buffer.alloc(0);

/** Calls back once per complete answer. Only one request is in flight per connection. */
export function answerReader(onAnswer: (status: number, answer: Buffer) => void): (chunk: Buffer) => void {
  let held: Buffer = NOTHING;
  return (chunk) => {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const headEnd = bytes.indexOf('\r\n\r\n');
    if (headEnd < 0 || !isComplete(bytes, headEnd)) {
      held = bytes;
      return;
    }
    held = NOTHING;
    onAnswer(Number(bytes.toString('latin1', 9, 12)), bytes);
  };
}

const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n', 'latin1');

function isComplete(bytes: Buffer, headEnd: number): boolean {
  const head = bytes.toString('latin1', 0, headEnd);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  // RFC 9110 §15.3.5: no body and no Content-Length.
  if (head.startsWith('HTTP/1.1 204')) return true;
  if (length !== undefined) return bytes.length >= headEnd + 4 + Number(length);
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) throw new Error(`An answer without a length: ${head}`);
  // If the last chunk is the only one, the CRLF before it is the end of the head.
  return bytes
    .subarray(headEnd + 2)
    .subarray(-LAST_CHUNK.length)
    .equals(LAST_CHUNK);
}
