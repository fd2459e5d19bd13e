/** Why an operation on a test clock is refused. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Clock, MOST_CLOCKS, MOST_MEMBERS } from './clock.ts';

export function testModeOnly(): AppError {
  return new AppError('test_mode_only', {
    en: "Test clocks exist only in test mode. Use a test key, or the dashboard's test mode.",
    es: 'Los relojes de prueba solo existen en modo de prueba. Use una clave de prueba o el modo de prueba del panel.',
  });
}

export function clockNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no test clock with this id in your account.',
    es: 'No hay ningún reloj de prueba con este id en su cuenta.',
  });
}

/** The error for an unknown clock in a field or filter. Live mode gives the same error, because it has no clocks. */
export function noSuchClock(): AppError {
  return invalidField(
    '`clock_id`',
    'is not the id of a test clock of your account in this mode. POST /clocks makes one in test mode.',
    'no es el id de ningún reloj de prueba de su cuenta en este modo. POST /clocks crea uno en modo de prueba.',
  );
}

export function tooManyClocks(): AppError {
  return new AppError('too_many_clocks', {
    en: `The account already has ${MOST_CLOCKS} test clocks, the most that it may have. Delete one first.`,
    es: `La cuenta tiene ${MOST_CLOCKS} relojes de prueba, el máximo que puede tener. Elimine uno.`,
  });
}

export function clockFull({ id }: Clock): AppError {
  return new AppError('clock_full', {
    en: `\`${id}\` has ${MOST_MEMBERS} members, the most that a test clock may have. Make another clock.`,
    es: `\`${id}\` tiene ${MOST_MEMBERS} miembros, el máximo de un reloj de prueba. Cree otro reloj.`,
  });
}

export function clockAdvancing({ id, day, target }: Clock): AppError {
  return new AppError('clock_advancing', {
    en: `\`${id}\` is moving to ${target} and has reached ${day}. Wait until it is \`ready\`.`,
    es: `\`${id}\` avanza hacia el ${target} y va en el ${day}. Espere a que esté en \`ready\`.`,
  });
}
