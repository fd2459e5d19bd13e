/** Reasons why a test clock cannot be used as asked. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Clock, MOST_CLOCKS, MOST_MEMBERS } from './clock.ts';

export function testModeOnly(): AppError {
  return new AppError('test_mode_only', {
    en: 'Test clocks exist in test mode alone. Use a key of test mode, or the test mode of the dashboard.',
    es: 'Los relojes de prueba solo existen en modo de prueba. Use una clave de prueba o el modo de prueba del panel.',
  });
}

export function clockNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no test clock with this id in your account.',
    es: 'No hay ningún reloj de prueba con este id en su cuenta.',
  });
}

/** For a clock named in a field or filter. Live mode has none, so that its answer is the same. */
export function noSuchClock(): AppError {
  return invalidField(
    '`clock_id`',
    'names no test clock of your account in this mode. POST /clocks makes one in test mode.',
    'no nombra ningún reloj de prueba de su cuenta en este modo. POST /clocks crea uno en modo de prueba.',
  );
}

export function tooManyClocks(): AppError {
  return new AppError('too_many_clocks', {
    en: `The account has ${MOST_CLOCKS} test clocks, which is as many as it may have. Delete one.`,
    es: `La cuenta tiene ${MOST_CLOCKS} relojes de prueba, el máximo que puede tener. Elimine uno.`,
  });
}

export function clockFull({ id }: Clock): AppError {
  return new AppError('clock_full', {
    en: `\`${id}\` has ${MOST_MEMBERS} members, which is as many as a test clock may have. Make another clock.`,
    es: `\`${id}\` tiene ${MOST_MEMBERS} miembros, el máximo de un reloj de prueba. Cree otro reloj.`,
  });
}

export function clockAdvancing({ id, day, target }: Clock): AppError {
  return new AppError('clock_advancing', {
    en: `\`${id}\` is on its way to ${target} and has come to ${day}. Wait until it is \`ready\`.`,
    es: `\`${id}\` avanza hacia el ${target} y va en el ${day}. Espere a que esté en \`ready\`.`,
  });
}
