/** Reasons why a program cannot be changed as asked. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Program } from './program.ts';

export function versionNeeded({ version }: Program): AppError {
  return invalidField(
    '`version`',
    `is required to change \`rules\` or \`checklist\` of a program that is not a draft: the version that you read (now ${version}).`,
    `es obligatorio para cambiar \`rules\` o \`checklist\` de un programa que ya no es borrador: la versión que usted leyó (ahora ${version}).`,
  );
}

export function versionConflict({ version }: Program, read: number): AppError {
  return new AppError('version_conflict', {
    en: `\`version\` is ${read}, but the program is at version ${version}. Read it again and repeat your change.`,
    es: `\`version\` es ${read}, pero el programa está en la versión ${version}. Léalo de nuevo y repita su cambio.`,
  });
}

export function appliesToNothing(): AppError {
  return invalidField(
    '`applies_to`',
    'goes with `rules` or `checklist`. Send the rules that open terms are to be moved to.',
    'acompaña a `rules` o `checklist`. Envíe las reglas a las que deben pasar los periodos abiertos.',
  );
}

export function categoryInUse(categories: readonly string[]): AppError {
  const codes = categories.map((code) => `\`${code}\``).join(', ');
  return new AppError('category_in_use', {
    en: `Open terms have awards in ${codes}, which the new rules do not give points to. Keep them in \`rules.categories\` with none under them, or leave out \`applies_to\`.`,
    es: `Hay periodos abiertos con puntos en ${codes}, a las que las nuevas reglas ya no dan puntos. Consérvelas en \`rules.categories\` sin otras debajo, u omita \`applies_to\`.`,
  });
}

export function programInUse({ id, status }: Program, user: string | undefined): AppError {
  const [en, es] =
    user === undefined
      ? [
          `\`${id}\` is \`${status}\`; only a draft can be deleted.`,
          `\`${id}\` está en \`${status}\`; solo un borrador se puede eliminar.`,
        ]
      : [
          `\`${id}\` is named by ${user}. Change that first.`,
          `\`${id}\` se menciona en ${user}. Cámbielo primero.`,
        ];
  const mend = status === 'active' ? [' Retire it instead.', ' Retírelo en su lugar.'] : ['', ''];
  return new AppError('program_in_use', { en: `${en}${mend[0]}`, es: `${es}${mend[1]}` });
}

export function programNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no program with this id in your account.',
    es: 'No hay ningún programa con este id en su cuenta.',
  });
}
