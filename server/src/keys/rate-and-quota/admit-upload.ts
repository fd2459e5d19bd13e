/**
 * A person's uploads have the same rate as a new key of the account, so a stolen session is worth no more than a key.
 */

import { type Clock, secondsUntil } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { AccountRead } from '../../operations/account-read.ts';
import type { Account } from '../../people/accounts/ports.ts';
import { DEFAULT_RATE_PER_MINUTE } from '../key.ts';
import type { Access } from '../ports.ts';
import type { KeysSettings } from '../settings.ts';

export type AdmitPorts = { access: Access; now: Clock };

export type UploadRules = Pick<KeysSettings, 'maxRatePerMinute'>;

/** Counts one upload of the account, in any session and mode, and runs `read` in the same round trip. */
export async function admitUpload<T>(
  ports: AdmitPorts,
  rules: UploadRules,
  account: Account,
  livemode: boolean,
  read: AccountRead<T>,
): Promise<T> {
  const rate = Math.min(DEFAULT_RATE_PER_MINUTE, account.maxRatePerMinute ?? rules.maxRatePerMinute);
  const now = ports.now();
  const owner: Owner = { accountId: account.id, livemode };
  const admission = await ports.access.admitUpload(owner, rate, now, read);
  if ('value' in admission) return admission.value;
  const seconds = secondsUntil(admission.opensAt, now);
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: `More than ${rate} files were sent from the dashboard in 60 seconds. Wait {wait}, or use an API key with a higher rate.`,
      es: `Se enviaron más de ${rate} archivos desde el panel en 60 segundos. Espere {wait} o use una clave de API con un límite mayor.`,
    },
    { retryAfterSeconds: seconds },
  );
}
