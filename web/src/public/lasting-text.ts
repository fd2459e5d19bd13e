/** Words for the checks of evidence kept for later years: stamped checkpoints, and revocation answers. */

export const LASTING_TITLES = {
  'timestamp.revocation': {
    en: ['What was said about the signer at the time', 'The answers about the signer cannot be used'],
    es: ['Lo que se dijo del firmante en su momento', 'Las respuestas sobre el firmante no sirven'],
  },
  'timestamp.checkpoint_stamp': {
    en: ['The log was stamped after this document', 'The stamp over the log does not hold'],
    es: [
      'El registro público se selló después de este documento',
      'El sello sobre el registro público no se sostiene',
    ],
  },
  'timestamp.checkpoint_entry': {
    en: ['The stamped log contains this time stamp', 'This time stamp is not shown to be in the stamped log'],
    es: [
      'El registro público sellado contiene este sello',
      'No se muestra que el registro público sellado contenga este sello',
    ],
  },
  'timestamp.checkpoint_key': {
    en: ['The log signed its checkpoint', 'Your log key did not sign the stamped checkpoint'],
    es: [
      'El registro público firmó su punto de control',
      'Su clave del registro público no firmó el punto de control sellado',
    ],
  },
  'timestamp.later_checkpoint_stamp': {
    en: ['Another signer stamped the log later', 'The later stamp over the log does not hold'],
    es: [
      'Otro firmante selló después el registro público',
      'El sello posterior sobre el registro público no se sostiene',
    ],
  },
  'timestamp.later_checkpoint_entry': {
    en: ['That later log contains this time stamp', 'This time stamp is not shown to be in the later log'],
    es: [
      'Ese registro público posterior contiene este sello',
      'No se muestra que ese registro público posterior contenga este sello',
    ],
  },
  'timestamp.later_checkpoint_key': {
    en: ['The log signed its later checkpoint', 'Your log key did not sign the later checkpoint'],
    es: [
      'El registro público firmó su punto de control posterior',
      'Su clave del registro público no firmó el punto de control posterior',
    ],
  },
  'timestamp.keys': {
    en: ['Its keys still count', 'Its keys no longer count'],
    es: ['Sus claves aún cuentan', 'Sus claves ya no cuentan'],
  },
} as const;

export const LASTING_SPANISH: readonly (readonly [RegExp, string])[] = [
  [
    /^the signer's certificates are in date on (\S+), and nothing here says that one was revoked$/,
    'los certificados del firmante están vigentes el $1, y nada aquí dice que se revocara alguno',
  ],
  [
    /^(".*") was revoked on (\S+) \((.*)\), after the stamp, which RFC 3161 §4 \(1\) therefore leaves standing$/,
    '$1 fue revocado el $2 ($3), después del sello, que por eso sigue en pie (RFC 3161 §4)',
  ],
  [
    /^(".*") was revoked on (\S+) \((.*)\), and is not to be trusted since (\S+)$/,
    '$1 fue revocado el $2 ($3) y no es de fiar desde el $4',
  ],
  [/^(".*") was revoked on (\S+) \((.*)\)$/, '$1 fue revocado el $2 ($3)'],
  [
    /^RFC 3161 §4 then undoes earlier stamps too$/,
    'según el RFC 3161 §4, eso invalida también los sellos anteriores',
  ],
  [/^(\S+) counts as broken since (\S+)$/, '$1 se considera roto desde el $2'],
  [/^(".*") expired on ([^,\s]+)$/, '$1 venció el $2'],
  [/^that was before the token was made$/, 'eso fue antes de que se hiciera el sello'],
  [
    /^the token existed before that: the checkpoint of the log that holds it was stamped on (\S+) by (".*")$/,
    'el sello ya existía antes: el punto de control del registro público que lo contiene fue sellado el $1 por $2',
  ],
  [
    /^the checkpoint of the log that holds the token was stamped on (\S+) by (".*"), too late to show that it existed before$/,
    'el punto de control del registro público que contiene el sello fue sellado el $1 por $2, demasiado tarde para mostrar que ya existía',
  ],
  [
    /^the stamp over the checkpoint is itself no longer believed or not trusted here$/,
    'el sello del punto de control tampoco es de fiar aquí',
  ],
  [
    /^missing: a checkpoint of the log that holds the token, stamped before that day \((.*) and (.*) of a bundle\)$/,
    'falta un punto de control del registro público que contenga el sello, sellado antes de ese día ($1 y $2 de un paquete)',
  ],
  [/^the checkpoint was stamped on (\S+) by (".*")$/, 'el punto de control fue sellado el $1 por $2'],
  [
    /^the checkpoint was stamped on (\S+), before the token in it$/,
    'el punto de control fue sellado el $1, antes del sello que contiene',
  ],
  [
    /^the stamp over the checkpoint leads to no root that is trusted here$/,
    'el sello del punto de control no lleva a ninguna raíz en la que aquí se confíe',
  ],
  [
    /^the proof for the checkpoint is about another time-stamp token$/,
    'la prueba del punto de control trata de otro sello de tiempo',
  ],
  [
    /^the proof is for another checkpoint than the stamped one$/,
    'la prueba es de otro punto de control que el sellado',
  ],
  [/^the entry is made of a SHA-256$/, 'la entrada se hace con un SHA-256'],
  [/^the revocation list of (\S+) clears (".*")$/, 'la lista de revocación del $1 no nombra a $2'],
  [/^the OCSP answer of (\S+) clears (".*")$/, 'la respuesta OCSP del $1 da por bueno a $2'],
  [/^nothing is known about (".*")$/, 'no se sabe nada de $1'],
  [/^the signer is itself a trusted root$/, 'el firmante es una raíz de confianza'],
  [/^the token is shown to be older$/, 'está demostrado que el sello es anterior'],
  [
    /^a kept answer is none of this chain: .*$/,
    'una respuesta de revocación guardada no es de estos certificados, o no la firmó su emisor',
  ],
];

export const LASTING_WARNINGS: Readonly<Record<string, string>> = {
  signer_expired:
    'El certificado del firmante ya venció, y nada aquí muestra que el sello existiera antes: falta un punto de control sellado del registro público.',
  checkpoint_signer_expired:
    'El certificado de quien selló el punto de control también venció desde entonces.',
};
