/** The `sello` program: a command line in a real process. */

import { runCommandLine } from './command-line.ts';
import { standBack } from './kernel/pacing/stand-back.ts';

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
