/** The contents of an exported archive by file name. */

import { readZip } from '../../proof/src/encoding/zip.ts';
import type { TestAnswer } from './test-sello.ts';

export function filesIn({ bytes }: Pick<TestAnswer, 'bytes'>): Map<string, string> {
  return new Map(readZip(bytes).map(({ name, content }) => [name, Buffer.from(content).toString()]));
}
