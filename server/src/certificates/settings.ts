/** Settings: how long the server gathers calls that share one time stamp. */

import { integer } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type CertificatesSettings = {
  /** For how many seconds calls with `stamp: shared` are gathered before their stamp is ordered. */
  sharedStampSeconds: number;
};

export const CERTIFICATES_SETTINGS = {
  sharedStampSeconds: integer(
    'SELLO_SHARED_STAMP_SECONDS',
    '5',
    1,
    60,
    'Seconds for which single calls with `stamp: shared` are gathered, before one time stamp is ordered for all of them',
  ),
};

export function readCertificatesSettings({ needed }: SettingsReader): CertificatesSettings {
  return { sharedStampSeconds: needed(CERTIFICATES_SETTINGS.sharedStampSeconds) };
}
