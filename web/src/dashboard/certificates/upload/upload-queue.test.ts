import { describe, expect, test } from 'vitest';
import type { Certificate } from '../../api.ts';
import { makeUploadQueue, type NewUpload, UPLOADS_AT_ONCE, type UploadSteps } from './upload-queue.ts';

const CERTIFICATE = { id: 'cert_1' } as Certificate;

describe('a queue of uploads', () => {
  test('takes a file to its certificate, and sends its hash with it', async () => {
    const sent: (string | undefined)[] = [];
    const queue = openQueue({
      certify: async (_mode, { sha256 }) => {
        sent.push(sha256);
        return CERTIFICATE;
      },
    });
    queue.add([file('a')], 'live');
    await settled();
    expect(phases(queue)).toEqual(['done']);
    expect(queue.uploads()[0]?.certificate).toBe(CERTIFICATE);
    expect(sent).toEqual(['hash of a']);
  });

  test('never runs more than three at once, and gets all of them done', async () => {
    let running = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const queue = openQueue({
      async certify() {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
        return CERTIFICATE;
      },
    });
    queue.add(
      Array.from({ length: 8 }, (_, index) => file(`file ${index}`)),
      'test',
    );
    while (queue.uploads().some(({ phase }) => phase !== 'done')) {
      await settled();
      waiting.shift()?.();
    }
    expect(most).toBe(UPLOADS_AT_ONCE);
  });

  test('a cancelled upload ends at once, and what the server then says changes nothing', async () => {
    let answer: (certificate: Certificate) => void = () => {};
    const queue = openQueue({
      certify: (_mode, _certificate, { signal }) =>
        new Promise((resolve, reject) => {
          answer = resolve;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    queue.add([file('a')], 'live');
    await settled();
    queue.cancel(1);
    answer(CERTIFICATE);
    await settled();
    expect(phases(queue)).toEqual(['cancelled']);
  });

  test('a refusal stays with its file, and another try may succeed', async () => {
    let isDown = true;
    const refusal = new Error('no certificates left');
    const queue = openQueue({
      certify: async () => {
        if (isDown) throw refusal;
        return CERTIFICATE;
      },
    });
    queue.add([file('a')], 'live');
    await settled();
    expect(queue.uploads()[0]).toMatchObject({ phase: 'failed', error: refusal });
    isDown = false;
    queue.goOn(1);
    await settled();
    expect(phases(queue)).toEqual(['done']);
  });

  test('a file over the limit per minute is sent again automatically, unless it is cancelled meanwhile', async () => {
    const pauses: { seconds: number; end: () => void }[] = [];
    let refusals = 2;
    const queue = openQueue({
      certify: async () => {
        if (refusals-- > 0) throw new Error('too many');
        return CERTIFICATE;
      },
      retryAfter: () => 17,
      pause: (seconds, signal) =>
        new Promise((resolve, reject) => {
          pauses.push({ seconds, end: resolve });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    queue.add([file('a'), file('b')], 'live');
    await settled();
    expect(phases(queue)).toEqual(['paused', 'paused']);
    expect(pauses.map(({ seconds }) => seconds)).toEqual([17, 17]);
    queue.cancel(2);
    pauses[0]?.end();
    await settled();
    expect(phases(queue)).toEqual(['done', 'cancelled']);
  });

  test('if only the fingerprint is wanted, the file is not sent', async () => {
    const sent: object[] = [];
    const queue = openQueue({
      certify: async () => {
        throw new Error('the file was sent');
      },
      certifyFingerprint: async (mode, certificate) => {
        sent.push({ mode, ...certificate });
        return CERTIFICATE;
      },
    });
    const details = { title: 'Acta', description: '', document_type: '' };
    queue.add([{ ...file('a'), details, sends: 'fingerprint' }], 'live');
    await settled();
    expect(phases(queue)).toEqual(['done']);
    expect(sent).toEqual([
      { mode: 'live', sha256: 'hash of a', file_name: 'a', file_size: 1, title: 'Acta' },
    ]);
  });

  test('after the queue is abandoned, nothing is left and nothing continues', async () => {
    const signals: AbortSignal[] = [];
    const queue = openQueue({
      certify: (_mode, _certificate, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    queue.add([file('a'), file('b')], 'live');
    await settled();
    queue.abandon();
    expect(queue.uploads()).toEqual([]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

function openQueue(steps: Partial<UploadSteps>) {
  return makeUploadQueue({
    certify: async () => CERTIFICATE,
    certifyFingerprint: async () => CERTIFICATE,
    retryAfter: () => undefined,
    pause: async () => {},
    onDone: () => {},
    ...steps,
  });
}

const file = (name: string): NewUpload => ({
  file: new File([name], name),
  sha256: `hash of ${name}`,
  sends: 'file',
  details: {},
});
const phases = (queue: ReturnType<typeof makeUploadQueue>) => queue.uploads().map(({ phase }) => phase);

/** Waits until all pending promises have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
