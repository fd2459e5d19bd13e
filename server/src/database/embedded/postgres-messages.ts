/** The log of PostgreSQL: a file, because the server outlives a crash of ours, and bounded in size. */
import { copyFile, open, stat, truncate } from 'node:fs/promises';

const LIMIT_BYTES = 4 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;
const TAIL_LINES = 20;
const TAIL_BYTES = 64 * 1024;

/** While this process runs, keeps `file` and one older copy, `file.1`, at about the limit each. */
export function boundLog(file: string): { stop(): void } {
  const check = () => void trimLog(file).catch(() => undefined);
  check();
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Copies a log that is too large to `file.1`, and empties it in place: the server has the file open for appending,
 * and would keep writing to a renamed one.
 */
export async function trimLog(file: string, limitBytes = LIMIT_BYTES): Promise<void> {
  if ((await sizeOf(file)) <= limitBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The last lines written after `fromByte`; empty if there is no log yet. */
export async function readTail(file: string, fromByte = 0): Promise<string> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    const start = Math.max(Math.min(fromByte, size), size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
  } finally {
    await handle.close();
  }
}
