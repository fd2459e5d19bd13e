/** A part of the page: what it shows, and how to read it anew after a change. */

import type { MyPage } from './api-types.ts';

export type Part = { page: MyPage; reload: () => Promise<void> };
