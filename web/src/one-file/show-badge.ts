/** In the single file, in place of `public/badge/show-badge.ts`: without a network, nobody can be asked about a badge. */

import { make } from '../public/page-parts.ts';
import { ONE_FILE_WORDS } from './text.ts';

export async function showBadge(): Promise<HTMLElement[]> {
  return [make('p', 'note note-warn', ONE_FILE_WORDS.badge)];
}
