import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256InParts } from './sha256.ts';

async function* parts(chunks: readonly Uint8Array[]) {
  yield* chunks;
}

test.for([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1_000_003])(
  'the hash of %i bytes is that of OpenSSL',
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7919) & 0xff);
    expect(await sha256InParts(parts([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);

test('however the bytes are cut into parts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), async (chunks) => {
      const hash = createHash('sha256');
      for (const chunk of chunks) hash.update(chunk);
      expect(await sha256InParts(parts(chunks))).toBe(hash.digest('hex'));
    }),
  );
});
