import { AppError } from '../../kernel/errors.ts';
import type { PeopleSettings } from '../settings.ts';

/** Throws if only the operator makes accounts. */
export function assertOpen({ signup }: Pick<PeopleSettings, 'signup'>): void {
  if (signup === 'open') return;
  throw new AppError('signup_closed', {
    en: 'New accounts are made by the operator of this service.',
    es: 'Las cuentas nuevas las crea el operador de este servicio.',
  });
}
