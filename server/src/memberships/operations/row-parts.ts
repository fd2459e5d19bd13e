/** Reading the columns that several tables share. */

import { isRecord } from '../../database/row-reader.ts';

export function isMetadata(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((item) => typeof item === 'string');
}
