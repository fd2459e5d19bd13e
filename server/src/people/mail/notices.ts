/** The words of notices. Only the browser's name in them comes from the person who made the change. */

import type { RequestOrigin } from '../../kernel/actor.ts';
import type { Person } from '../persons/ports.ts';
import type { Mail } from './ports.ts';

export type Notice = keyof typeof SUBJECTS;

const SUBJECTS = {
  mail_changed: { en: 'Your e-mail address was changed', es: 'Se cambió su correo electrónico' },
  password_changed: { en: 'Your password was changed', es: 'Se cambió su contraseña' },
  password_reset: {
    en: 'Your password was reset with a mailed link',
    es: 'Su contraseña se restableció con un enlace enviado por correo',
  },
  second_factor_on: {
    en: 'Two-factor authentication was turned on',
    es: 'Se activó la verificación en dos pasos',
  },
  second_factor_off: {
    en: 'Two-factor authentication was turned off',
    es: 'Se desactivó la verificación en dos pasos',
  },
  authenticator_app_off: {
    en: 'The authenticator app was removed',
    es: 'Se quitó la aplicación de autenticación',
  },
  recovery_codes: {
    en: 'New recovery codes were created; the old ones no longer work',
    es: 'Se crearon códigos de recuperación nuevos; los anteriores ya no sirven',
  },
  passkey_added: { en: 'A passkey was added', es: 'Se agregó una llave de acceso' },
  passkey_removed: { en: 'A passkey was removed', es: 'Se quitó una llave de acceso' },
  key_made: { en: 'A new API key was created', es: 'Se creó una clave de API nueva' },
  key_rotated: { en: 'An API key got a new secret', es: 'Una clave de API tiene un secreto nuevo' },
  retention_changed: {
    en: 'The time for which original files are kept was changed',
    es: 'Se cambió el tiempo durante el cual se guardan los archivos originales',
  },
  person_erased: { en: 'Your login was erased', es: 'Se borró su acceso' },
  new_device: {
    en: 'Somebody logged in from a new device',
    es: 'Alguien inició sesión desde un dispositivo nuevo',
  },
} as const;

export function noticeMail(
  { baseUrl, serviceName }: { baseUrl: string; serviceName: string },
  person: Pick<Person, 'id' | 'email'>,
  notice: Notice,
  at: Date,
  { ip, userAgent }: RequestOrigin,
  language: 'es' | 'en',
): Mail {
  const what = SUBJECTS[notice][language];
  const time = at.toISOString().replace('T', ' ').slice(0, 16);
  const subject = `${serviceName}: ${what}`;
  const to = person.email;
  const mend = mendOf(notice)(baseUrl, person)[language];
  if (language === 'es') {
    return {
      to,
      subject,
      text: `${what} en su cuenta de ${baseUrl}.

Cuándo: ${time} UTC
Desde: ${ip ?? 'desconocido'}
Navegador: ${userAgent ?? 'desconocido'}

Si fue usted, no tiene que hacer nada.
${mend}
`,
    };
  }
  return {
    to,
    subject,
    text: `${what} in your account at ${baseUrl}.

When: ${time} UTC
From: ${ip ?? 'unknown'}
Browser: ${userAgent ?? 'unknown'}

If it was you, there is nothing to do.
${mend}
`,
  };
}

/** Tells people what to do about a change that somebody else made. */
type Mend = (baseUrl: string, person: Pick<Person, 'id'>) => { en: string; es: string };

function mendOf(notice: Notice): Mend {
  if (notice === 'mail_changed') return writeToOperator;
  if (notice === 'person_erased') return sayWhatStays;
  return notice === 'passkey_added' ? resetAndRemovePasskey : resetPassword;
}

const resetPassword: Mend = (baseUrl) => ({
  en: `If it was not you, reset your password now: ${baseUrl}/dashboard/forgotten-password
You will then be asked which API keys to revoke.`,
  es: `Si no fue usted, restablezca su contraseña ahora: ${baseUrl}/dashboard/forgotten-password
Después se le preguntará qué claves de API revocar.`,
});

/** A reset of the password leaves passkeys as they are. */
const resetAndRemovePasskey: Mend = (baseUrl, person) => {
  const { en, es } = resetPassword(baseUrl, person);
  const settings = `${baseUrl}/dashboard/settings/security`;
  return {
    en: `${en}
Then remove the passkey: ${settings}
If you cannot log in, ask the operator of the service to remove it.`,
    es: `${es}
Después quite la llave de acceso: ${settings}
Si no puede iniciar sesión, pida al operador del servicio que la quite.`,
  };
};

/** A reset link would go to the new address, which may be a thief's. */
const writeToOperator: Mend = (_, { id }) => ({
  en: `If it was not you, somebody knows your password and your account is in their hands: write to the operator of this
service at once, and give this id: ${id}. Links that were mailed to this address before no longer work.`,
  es: `Si no fue usted, alguien conoce su contraseña y tiene su cuenta en sus manos: escriba de inmediato al operador de este
servicio e indique este identificador: ${id}. Los enlaces enviados antes a este correo ya no funcionan.`,
});

/** There is no way to undo it: erased data is gone. */
const sayWhatStays: Mend = (_, { id }) => ({
  en: `Your login cannot be brought back. The accounts that you had a seat in, their certificates and their keys are still there.
If it was not you, write to the operator of this service and to the owners of those accounts, and give this id: ${id}.`,
  es: `Su acceso no se puede recuperar. Las cuentas en las que tenía un lugar, sus certificados y sus claves siguen ahí.
Si no fue usted, escriba al operador de este servicio y a los propietarios de esas cuentas, e indique este identificador: ${id}.`,
});
