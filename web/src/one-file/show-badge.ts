/**
 * Replaces `public/badge/show-badge.ts` in the single file: without a network, the issuer of a badge cannot be asked.
 */

import { make } from '../public/page-parts.ts';
import { ONE_FILE_WORDS } from './text.ts';

export async function showBadge(): Promise<HTMLElement[]> {
  return [make('p', 'note note-warn', ONE_FILE_WORDS.badge)];
}
