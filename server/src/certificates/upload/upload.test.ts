import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { BOUNDARY, CONTENT_TYPE } from '../../../../tests/harness/malformed-multipart.ts';
import { AppError } from '../../kernel/errors.ts';
import { readUpload, type UploadSink } from './upload.ts';

const LIMITS = { maxFileBytes: 52_428_800 };
const JSON_TYPE = 'application/json';

class MemorySink implements UploadSink {
  readonly chunks: Uint8Array[] = [];
  sizeBytes = 0;

  write(chunk: Uint8Array): Promise<void> | undefined {
    this.chunks.push(chunk);
    this.sizeBytes += chunk.length;
    return undefined;
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

/** A sink that asks to wait after each chunk, until the test lets it continue. */
class SlowSink extends MemorySink {
  release: (error?: Error) => void = () => {};

  override write(chunk: Uint8Array): Promise<void> {
    super.write(chunk);
    return new Promise((resolve, reject) => {
      this.release = (error) => (error === undefined ? resolve() : reject(error));
    });
  }
}

function streamOf(chunks: Iterable<Uint8Array>): Readable {
  const iterator = chunks[Symbol.iterator]();
  return new Readable({
    read() {
      const { done, value } = iterator.next();
      this.push(done ? null : value);
    },
  });
}

function multipart(content: string | Buffer, fields = ''): Buffer {
  const head = `${fields}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head),
    Buffer.from(content as string),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

function json(content: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ file_name: 'a.txt', file_base64: content.toString('base64') }));
}

async function errorOf(reading: Promise<unknown>): Promise<AppError> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

async function codeOf(reading: Promise<unknown>): Promise<string> {
  return (await errorOf(reading)).code;
}

/** All listeners that a reader could leave behind. */
function listenerCount(stream: Readable): number {
  const names = ['data', 'end', 'error', 'close', 'aborted', 'readable', 'pause', 'resume'];
  return names.reduce((sum, name) => sum + stream.listenerCount(name), 0);
}

describe('the content type decides how the body is read', () => {
  const read = (contentType: string, body: Buffer) =>
    readUpload(streamOf([body]), contentType, body.length, new MemorySink(), LIMITS);

  test('multipart with its boundary, quoted or not, and JSON in UTF-8, in any case', async () => {
    const form = multipart('hola');
    for (const type of [CONTENT_TYPE, `Multipart/Form-Data ;charset=utf-8; BOUNDARY="${BOUNDARY}"`]) {
      expect((await read(type, form)).file).toEqual({
        name: 'a.txt',
        mime: 'application/octet-stream',
        sizeBytes: 4,
      });
    }
    for (const type of [JSON_TYPE, 'APPLICATION/JSON; Charset="UTF-8"', 'application/json;']) {
      expect((await read(type, json(Buffer.from('hola')))).file.sizeBytes).toBe(4);
    }
  });

  test('a boundary may have 1 to 70 characters, of the full set of RFC 2046', async () => {
    for (const boundary of ['x', "0aZ'()+_,-./:=? x", '-'.repeat(70)]) {
      const body = Buffer.from(multipart('hola').toString().replaceAll(BOUNDARY, boundary));
      expect((await read(`multipart/form-data; boundary="${boundary}"`, body)).file.sizeBytes).toBe(4);
    }
    const plain = '----=_Part_1:2/3?';
    const body = Buffer.from(multipart('hola').toString().replaceAll(BOUNDARY, plain));
    expect((await read(`multipart/form-data; boundary=${plain}`, body)).file.sizeBytes).toBe(4);
  });

  test('anything else is 415, and multipart without a usable boundary is malformed', async () => {
    const others = [
      '',
      ';',
      'text/plain',
      'application/json; charset=latin1',
      'application/json; a=b',
      'application/json; charset=utf-8; a=b',
      'application/jsonp',
    ];
    for (const type of [
      ...others,
      'application/json; charset',
      'multipart/mixed; boundary=x',
      'application/x-www-form-urlencoded',
    ]) {
      expect([type, await codeOf(read(type, multipart('a')))]).toEqual([type, 'unsupported_media_type']);
    }
    const boundaries = [
      '',
      '; boundary',
      '; boundary=',
      '; boundary=""',
      '; boundary="a "',
      '; boundary=é',
      '; boundary=a; boundary=a',
    ];
    for (const rest of [
      ...boundaries,
      `; boundary=${'a'.repeat(71)}`,
      '; boundary="a\\\\"',
      '; boundary=a;b',
    ]) {
      const type = `multipart/form-data${rest}`;
      const error = await errorOf(read(type, multipart('a')));
      expect([type, error.code, error.message]).toEqual([
        type,
        'malformed_multipart',
        'Content-Type has no usable boundary; let the HTTP client set this header itself.',
      ]);
    }
  });
});

describe('size', () => {
  const limits = { maxFileBytes: 1_000 };
  const encodings: [name: string, type: string, encode: (content: Buffer) => Buffer][] = [
    ['multipart', CONTENT_TYPE, multipart],
    ['JSON', JSON_TYPE, json],
  ];
  for (const [name, type, encode] of encodings) {
    test(`${name}: a file of the limit passes, and one byte more is file_too_large`, async () => {
      for (const chunkBytes of [1, 7, 333, 100_000]) {
        const sink = new MemorySink();
        const full = encode(Buffer.alloc(1_000, 'x'));
        const form = await readUpload(streamOf(cut(full, chunkBytes)), type, full.length, sink, limits);
        expect([form.file.sizeBytes, sink.sizeBytes]).toEqual([1_000, 1_000]);

        const over = encode(Buffer.alloc(1_001, 'x'));
        const overSink = new MemorySink();
        expect(
          await codeOf(readUpload(streamOf(cut(over, chunkBytes)), type, undefined, overSink, limits)),
        ).toBe('file_too_large');
        expect(overSink.sizeBytes).toBeLessThanOrEqual(1_000);
      }
    });

    test(`${name}: an empty file is empty_file`, async () => {
      expect(
        await codeOf(
          readUpload(streamOf([encode(Buffer.alloc(0))]), type, undefined, new MemorySink(), limits),
        ),
      ).toBe('empty_file');
    });

    test(`${name}: P29 a declared length that cannot fit is refused before a byte is read`, async () => {
      const body = streamOf([encode(Buffer.from('hola'))]);
      const sink = new MemorySink();
      expect(await codeOf(readUpload(body, type, 3_000_000, sink, limits))).toBe('file_too_large');
      expect([body.readableFlowing, body.readableDidRead, listenerCount(body)]).toEqual([null, false, 0]);
    });

    test(`${name}: P29 an endless file is refused the moment it passes the limit`, async () => {
      let pulled = 0;
      const whole = encode(Buffer.alloc(100, 'x'));
      const middle = whole.indexOf(name === 'JSON' ? 'eHh4' : 'xxxx');
      function* endless() {
        yield whole.subarray(0, middle);
        for (;;) {
          pulled++;
          yield Buffer.alloc(100, 'QUJD');
        }
      }
      const sink = new MemorySink();
      const body = streamOf(endless());
      expect(await codeOf(readUpload(body, type, undefined, sink, limits))).toBe('file_too_large');
      expect(sink.sizeBytes).toBeLessThanOrEqual(1_000);
      // The stream itself reads ahead, on top of the 11 or 14 chunks needed.
      expect(pulled * 100).toBeLessThan(1_000 + 400 + body.readableHighWaterMark + 200);
      body.destroy();
    });
  }

  test('52,428,800 bytes pass and the declared length of one more in multipart is left to the count', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const [head, tail] = [multipart('').subarray(0, -16), multipart('').subarray(-16)];
    function* body(extra: number) {
      yield head;
      for (let i = 0; i < 800; i++) yield chunk;
      yield Buffer.alloc(extra, 'x');
      yield tail;
    }
    expect(tail.toString()).toBe(`\r\n--${BOUNDARY}--\r\n`);
    const read = (extra: number) => {
      const sink = { write: () => undefined };
      return readUpload(
        streamOf(body(extra)),
        CONTENT_TYPE,
        head.length + 52_428_800 + extra + tail.length,
        sink,
        LIMITS,
      );
    };
    expect((await read(0)).file.sizeBytes).toBe(52_428_800);
    expect(await codeOf(read(1))).toBe('file_too_large');
  });

  test('a body without a declared length is held to the same size', async () => {
    const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\n${'x'.repeat(60_000)}\r\n`;
    const body = multipart('hola', field.repeat(20));
    const reading = readUpload(
      streamOf(cut(body, 65_536)),
      CONTENT_TYPE,
      undefined,
      new MemorySink(),
      limits,
    );
    expect(await codeOf(reading)).toBe('file_too_large');
  });

  test('a body that is endless besides the file is refused', async () => {
    function* endless() {
      yield Buffer.from('{"x":1');
      for (;;) yield Buffer.alloc(1_000, ' ');
    }
    expect(
      await codeOf(readUpload(streamOf(endless()), JSON_TYPE, undefined, new MemorySink(), LIMITS)),
    ).toBe('validation_failed');
  });
});

describe('the stream', () => {
  test('waits for a sink that asks to, and loses nothing', async () => {
    const sink = new SlowSink();
    const body = new PassThrough();
    const content = 'one\rtwo\r\n--three';
    for (const chunk of cut(multipart(content), 3)) body.write(chunk);
    body.end();
    const reading = readUpload(body, CONTENT_TYPE, undefined, sink, LIMITS);
    let isDone = false;
    void reading.then(() => {
      isDone = true;
    });
    while (!isDone) {
      const seen = sink.chunks.length;
      await tick();
      await tick();
      expect(sink.chunks.length).toBeLessThanOrEqual(seen + 1);
      sink.release();
      await tick();
    }
    expect(sink.bytes().toString()).toBe(content);
    expect((await reading).file.sizeBytes).toBe(content.length);
  });

  test('leaves no listener behind, whether it succeeds or fails', async () => {
    const outcomes: [Buffer, string | undefined][] = [
      [multipart('hola'), undefined],
      [multipart('hola').subarray(0, 50), 'malformed_multipart'],
      [Buffer.from('junk'.repeat(5_000)), 'malformed_multipart'],
      [multipart(''), 'empty_file'],
    ];
    for (const [bytes, code] of outcomes) {
      const body = streamOf([bytes]);
      const before = listenerCount(body);
      const outcome = await readUpload(body, CONTENT_TYPE, undefined, new MemorySink(), LIMITS).catch(
        (error) => error.code,
      );
      expect(typeof outcome === 'string' ? outcome : undefined).toBe(code);
      expect(listenerCount(body)).toBe(before);
    }
  });

  test('is only paused after an error, neither read on nor destroyed', async () => {
    const body = new PassThrough();
    const reading = readUpload(body, JSON_TYPE, undefined, new MemorySink(), LIMITS);
    body.write('[');
    expect(await codeOf(reading)).toBe('malformed_json');
    body.write('more');
    await tick();
    expect([body.destroyed, body.isPaused(), body.readableLength]).toEqual([false, true, 4]);
  });

  test("passes the sink's own error through unchanged, thrown at once or later", async () => {
    const broken = new Error('disk on fire');
    const atOnce = {
      write: () => {
        throw broken;
      },
    };
    const later = { write: () => Promise.reject(broken) };
    for (const sink of [atOnce, later]) {
      const body = streamOf(cut(multipart('hola'), 10));
      await expect(readUpload(body, CONTENT_TYPE, undefined, sink, LIMITS)).rejects.toBe(broken);
      expect(listenerCount(body)).toBe(0);
    }
  });

  test('rejects with bad_request when it ends by an error or by closing', async () => {
    for (const cause of [new Error('ECONNRESET'), undefined]) {
      const body = new PassThrough();
      const reading = readUpload(body, CONTENT_TYPE, undefined, new MemorySink(), LIMITS);
      body.write(multipart('hola').subarray(0, 90));
      await tick();
      body.destroy(cause);
      const error = await errorOf(reading);
      expect([error.code, error.cause]).toEqual(['bad_request', cause]);
      expect(listenerCount(body)).toBe(0);
    }
  });

  test('rejects at once when it was destroyed before, and reads nothing from one that has ended', async () => {
    const destroyed = new PassThrough().on('error', () => {});
    destroyed.destroy(new Error('gone'));
    await tick();
    expect(destroyed.closed).toBe(true);
    expect(await codeOf(readUpload(destroyed, CONTENT_TYPE, undefined, new MemorySink(), LIMITS))).toBe(
      'bad_request',
    );
    const ended = Readable.from([]).resume();
    await once(ended, 'end');
    expect(await codeOf(readUpload(ended, CONTENT_TYPE, undefined, new MemorySink(), LIMITS))).toBe(
      'malformed_multipart',
    );
  });

  test('writes nothing more after the connection is cut, even when a slow sink resolves late', async () => {
    for (const late of [undefined, new Error('late')]) {
      const sink = new SlowSink();
      const body = new PassThrough();
      const reading = readUpload(body, CONTENT_TYPE, undefined, sink, LIMITS);
      // A CR outside any boundary splits the second chunk into two pieces: one is being written, one is left.
      body.write(multipart('hola').subarray(0, -16 + 1));
      await tick();
      sink.release();
      await tick();
      body.write('more');
      await tick();
      const written = sink.chunks.length;
      body.destroy();
      expect(await codeOf(reading)).toBe('bad_request');
      sink.release(late);
      await tick();
      expect(sink.chunks.length).toBe(written);
    }
  });
});

describe('a real request', () => {
  test('whose client disconnects midway is rejected promptly and leaves no listener', async () => {
    const outcome = Promise.withResolvers<{ code: string; listeners: number[] }>();
    const server = createServer((request: IncomingMessage) => {
      const before = listenerCount(request);
      const reading = readUpload(request, CONTENT_TYPE, 10_000, new MemorySink(), LIMITS);
      void errorOf(reading).then(({ code }) =>
        outcome.resolve({ code, listeners: [before, listenerCount(request)] }),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n');
    socket.write(multipart('x'.repeat(5_000)).subarray(0, 2_000));
    await once(server, 'request');
    socket.destroy();
    const { code, listeners } = await outcome.promise;
    expect(code).toBe('bad_request');
    expect(listeners[1]).toBe(listeners[0]);
    server.close();
  });

  test('that is refused midway can still be answered', async () => {
    const server = createServer(async (request, response) => {
      const { code } = await errorOf(readUpload(request, JSON_TYPE, undefined, new MemorySink(), LIMITS));
      response.end(code);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: `[${' '.repeat(500_000)}`,
    });
    expect(await answer.text()).toBe('malformed_json');
    server.closeAllConnections();
    server.close();
  });
});

function* cut(bytes: Buffer, chunkBytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
