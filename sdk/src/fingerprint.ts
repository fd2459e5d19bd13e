/** Computes the SHA-256 of a file of any size without sending the file. */

import { platformSha256 } from './files.ts';
import { sha256InParts } from './sha256.ts';
import type { Progress, Source } from './source.ts';
import { type Content, counting, openContent } from './upload.ts';

export async function fingerprint(
  content: Content | Source,
  onProgress?: (progress: Progress) => void,
): Promise<string> {
  const source = 'canReplay' in content ? content : await openContent(content);
  const chunks = await source.open();
  const counted = onProgress ? counting(chunks, source.size, onProgress, 'hashing') : chunks;
  return (platformSha256() ?? sha256InParts)(counted);
}
