/** What is asked of the thread that seals PDFs. */

import type { ValidationData } from '@sello/proof';

export type SealTask =
  | { kind: 'judge'; pdf: Uint8Array }
  | { kind: 'digest'; pdf: Uint8Array; fileId: Uint8Array }
  | { kind: 'revisions'; pdf: Uint8Array; fileId: Uint8Array; tsr: Uint8Array; data: ValidationData };
