/** The `sello` program: a command line in a real process. */

import { runCommandLine } from './command-line.ts';
import { standBack } from './kernel/pacing/stand-back.ts';

/**
 * Small buffers share slabs of this size. In Node's default slabs of 64 KB, one long-lived buffer keeps a whole slab in
 * memory. That adds up to megabytes a second, which only a full collection frees, and callers wait for it.
 */
Buffer.poolSize = 8 * 1024;

// The reader of the output may close it early, as in `sello status | head`. A server must not end because of that.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  write: (text) => process.stdout.write(text),
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  status: process.stderr.isTTY
    ? (line) => process.stderr.write(`\r\x1b[2K${line.slice(0, process.stderr.columns - 1)}`)
    : undefined,
  standBack,
});
