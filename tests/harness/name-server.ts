/** A name server whose answers a test can change, for programs that look up a name again while they run. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

type NameServer = {
  /** `127.0.0.1:port`. */
  address: string;
  /** From now on every name has these IPv4 addresses. */
  answer(addresses: readonly string[]): void;
  close(): void;
};

export async function openNameServer(): Promise<NameServer> {
  let known: readonly string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) =>
    socket.send(answerTo(question, known), port, address),
  );
  // Also answers over TCP, which some machines' settings demand (`use-vc`): there each message is preceded by its
  // length.
  const stream = createServer((caller) =>
    caller.on('data', (chunk: Buffer) => {
      const answer = answerTo(chunk.subarray(2), known);
      caller.write(Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 255]), answer]));
    }),
  );
  stream.listen(0, '127.0.0.1');
  await once(stream, 'listening');
  const { port } = stream.address() as AddressInfo;
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${port}`,
    answer(addresses) {
      known = addresses;
    },
    close() {
      socket.close();
      stream.close();
    },
  };
}

const TYPE_A = 1;

/** RFC 1035, section 4: the header, the question as it came, and an A record for each address. */
function answerTo(message: Buffer, addresses: readonly string[]): Buffer {
  const end = message.indexOf(0, 12) + 5;
  const question = message.subarray(12, end);
  const records = question.readUInt16BE(question.length - 4) === TYPE_A ? addresses : [];
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  // An answer, recursion available, no error.
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records.map(recordOf)]);
}

/** A record for the name at byte 12, valid for one second. */
function recordOf(address: string): Buffer {
  const head = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
