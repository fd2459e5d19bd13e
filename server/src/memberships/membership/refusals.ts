/** The refusals about memberships and terms, in words. */

import { AppError } from '../../kernel/errors.ts';
import { memberAnonymised } from '../members/refusals.ts';

export function membershipNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no membership with this id in your account.',
    es: 'No hay ninguna membresía con este id en su cuenta.',
  });
}

export function termNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no term with this id in your account.',
    es: 'No hay ningún periodo con este id en su cuenta.',
  });
}

export function invalidTransition(thing: { en: string; es: string }, from: string, to: string): AppError {
  return new AppError('invalid_transition', {
    en: `${thing.en} is \`${from}\` and cannot become \`${to}\`.`,
    es: `${thing.es} está en \`${from}\` y no puede pasar a \`${to}\`.`,
  });
}

export const THE_MEMBERSHIP = { en: 'The membership', es: 'La membresía' };

export function termDecided(): AppError {
  return new AppError('term_decided', {
    en: 'A renewal has decided this term, so it does not change any more. Annul the renewal first, or change the open term.',
    es: 'Una renovación ya decidió este periodo, por lo que no cambia más. Anule primero la renovación o cambie el periodo abierto.',
  });
}

export function assertNotAnonymised(memberStatus: string): void {
  if (memberStatus !== 'anonymised') return;
  throw memberAnonymised();
}
