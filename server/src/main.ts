/** The `sello` program: a command line in a real process. */

import { runCommandLine } from './command-line.ts';
import { standBack } from './kernel/pacing/stand-back.ts';

/**
 * Small buffers share slabs of this size. Of Node's own, 64 KB, one buffer that grows old keeps all: megabytes a second that
 * only a look through V8's whole heap frees, for which callers wait.
 */
Buffer.poolSize = 8 * 1024;

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
