import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

test('the complete verifier, bundled for a browser, has at most 150 kB compressed and does not need Node', async () => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(new URL('../../../proof/src/index.ts', import.meta.url)), formats: ['es'] },
      // Modules of Node cannot be resolved here: the build fails on any import that is not our own.
      rolldownOptions: { external: [] },
    },
  });
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk') throw new Error('nothing was built');
  expect(chunk.imports).toEqual([]);
  expect(chunk.code).not.toMatch(/\bnode:|\bprocess\.|\bBuffer\./);
  expect(gzipSync(chunk.code).length).toBeLessThan(150_000);
});
