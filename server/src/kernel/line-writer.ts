/** Buffers lines and writes them a few times a second: a system call per line costs more than the line. */

const FLUSH_MS = 100;
const FLUSH_BYTES = 64 * 1024;

type LineWriter = {
  write(line: string): void;
  /** Writes the buffer now; called at exit and before a crash. */
  flush(): void;
};

export function makeLineWriter(write: (text: string) => void): LineWriter {
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = gathered;
    gathered = '';
    if (text !== '') write(text);
  };
  return {
    flush,
    write(line) {
      gathered += line;
      if (gathered.length > FLUSH_BYTES) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
  };
}
