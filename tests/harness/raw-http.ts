/** HTTP/1.1 by hand: the test decides byte by byte what is sent and when. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawAnswer = {
  /** Interim answers such as `100 Continue`, in order of arrival. */
  interim: number[];
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
};

export type RawConnection = {
  /** Resolves when the bytes are written, or when the server no longer accepts any. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** The next complete answer; rejects when the connection ends without one. */
  answer(): Promise<RawAnswer>;
  /** Ends our side, like a client that disconnects. */
  leave(): void;
  close(): void;
  readonly isOpen: boolean;
};

export async function openConnection(baseUrl: string): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.on('error', () => {});
  const inbox = new Inbox(socket);
  return {
    send: (bytes) =>
      new Promise((resolve) => {
        socket.once('close', resolve);
        socket.write(bytes, () => {
          socket.off('close', resolve);
          resolve();
        });
      }),
    answer: () => inbox.next(),
    leave: () => {
      socket.end();
    },
    close: () => {
      socket.destroy();
    },
    get isOpen() {
      return !socket.destroyed;
    },
  };
}

type RawRequest = { key?: string; headers?: Record<string, string>; path?: string };

/** The head of a POST; the caller sends the body. */
export function postHead({ key, headers = {}, path = '/api/public/v1/certificates' }: RawRequest): string {
  const lines = Object.entries({
    host: 'sello.test',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** One request on its own connection. */
export async function postRaw(baseUrl: string, request: RawRequest, body: Uint8Array): Promise<RawAnswer> {
  const connection = await openConnection(baseUrl);
  try {
    const headers = { ...request.headers, 'content-length': String(body.length) };
    await connection.send(postHead({ ...request, headers }));
    const answer = connection.answer();
    await Promise.race([connection.send(body), answer]);
    return await answer;
  } finally {
    connection.close();
  }
}

class Inbox {
  #bytes = Buffer.alloc(0);
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      socket.emit('news');
    });
    socket.on('close', () => socket.emit('news'));
  }

  async next(): Promise<RawAnswer> {
    const interim: number[] = [];
    for (;;) {
      const head = parseHead(
        (await this.#take(() => this.#bytes.indexOf('\r\n\r\n') + 4, 4)).toString('latin1'),
      );
      if (head.status < 200) {
        interim.push(head.status);
        continue;
      }
      const length = Number(head.headers['content-length'] ?? 0);
      const text = (await this.#take(() => length, length)).toString();
      const isJson = head.headers['content-type']?.startsWith('application/json');
      return { ...head, interim, text, body: isJson ? JSON.parse(text) : undefined };
    }
  }

  /**
   * Takes the bytes up to the position that `end` returns, once that position is at least `least` and the bytes are
   * there.
   */
  async #take(end: () => number, least: number): Promise<Buffer> {
    while (end() < least || this.#bytes.length < end()) {
      if (this.#socket.destroyed) throw new Error(`the connection ended after "${this.#bytes}"`);
      await once(this.#socket, 'news');
    }
    const taken = this.#bytes.subarray(0, end());
    this.#bytes = this.#bytes.subarray(taken.length);
    return taken;
  }
}

function parseHead(text: string): { status: number; headers: Record<string, string> } {
  const [first = '', ...lines] = text.trimEnd().split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) };
}
