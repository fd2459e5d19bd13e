/** Why a draw or a review cannot be changed as requested. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { invalidTransition, refuse } from '../../operations/refusal.ts';
import { type Draw, type DrawStatus, MOST_CANDIDATES } from './draw.ts';

export function drawNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no draw with this id in your account.',
    es: 'No hay ningún sorteo con este id en su cuenta.',
  });
}

export function reviewNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no review with this id in your account.',
    es: 'No hay ninguna revisión con este id en su cuenta.',
  });
}

/** A draw can be sealed only once, and only a sealed draw can be cancelled. */
export function assertStatus(draw: Draw, allowed: readonly DrawStatus[], to: string): void {
  if (allowed.includes(draw.status)) return;
  refuse(
    invalidTransition(draw.id, draw.status, to, {
      en: 'Only a draft can be sealed or deleted, and only a sealed draw can be cancelled. A cancelled draw stays public.',
      es: 'Solo un borrador se puede sellar o eliminar, y solo un sorteo sellado se puede cancelar. Un sorteo cancelado sigue siendo público.',
    }),
  );
}

export function oneOfShareAndCount(): AppError {
  return new AppError('validation_failed', {
    en: 'Give either `share_percent` or `count`, and not both.',
    es: 'Indique `share_percent` o `count`, y no ambos.',
  });
}

export function endsBeforeItStarts(): AppError {
  return invalidField('`to`', 'must not lie before `from`.', 'no debe ser anterior a `from`.');
}

export function nobodyEligible(): AppError {
  return new AppError('validation_failed', {
    en: 'No membership of this program has a term in the period from `from` to `to`, so there is nobody to draw. Change the period in a new draft.',
    es: 'Ninguna membresía de este programa tiene un periodo entre `from` y `to`, así que no hay a quién sortear. Cambie las fechas en un borrador nuevo.',
  });
}

export function tooManyKept(most: number): AppError {
  return new AppError('storage_full', {
    en: `The sealed draws of an account have at most ${most} candidates together in this mode, and with this one they would have more. Nothing was changed. Seal a draw of a shorter period.`,
    es: `Los sorteos sellados de una cuenta tienen a lo más ${most} candidatos en total en este modo y con este serían más. No se cambió nada. Selle un sorteo de un periodo más corto.`,
  });
}

export function tooManyCandidates(): AppError {
  return new AppError('validation_failed', {
    en: `More than ${MOST_CANDIDATES} memberships have a term in the period. Make several draws of shorter periods.`,
    es: `Más de ${MOST_CANDIDATES} membresías tienen un periodo entre esas fechas. Haga varios sorteos de periodos más cortos.`,
  });
}
