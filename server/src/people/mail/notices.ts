/** The words of notices. Nothing in them was written by whoever made the change, but for the browser's name. */

import type { RequestOrigin } from '../../audit/ports.ts';
import type { Mail } from './ports.ts';

export type Notice = keyof typeof SUBJECTS;

const SUBJECTS = {
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
  new_device: {
    en: 'Somebody logged in from a new device',
    es: 'Alguien inició sesión desde un dispositivo nuevo',
  },
} as const;

export function noticeMail(
  { baseUrl, serviceName }: { baseUrl: string; serviceName: string },
  to: string,
  notice: Notice,
  at: Date,
  { ip, userAgent }: RequestOrigin,
  language: 'es' | 'en',
): Mail {
  const what = SUBJECTS[notice][language];
  const time = at.toISOString().replace('T', ' ').slice(0, 16);
  const subject = `${serviceName}: ${what}`;
  if (language === 'es') {
    return {
      to,
      subject,
      text: `${what} en su cuenta de ${baseUrl}.

Cuándo: ${time} UTC
Desde: ${ip ?? 'desconocido'}
Navegador: ${userAgent ?? 'desconocido'}

Si fue usted, no tiene que hacer nada.
Si no fue usted, restablezca su contraseña ahora: ${baseUrl}/dashboard/forgotten-password
Después se le preguntará qué claves de API revocar.
${moreToDo(notice, baseUrl).es}`,
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
If it was not you, reset your password now: ${baseUrl}/dashboard/forgotten-password
You will then be asked which API keys to revoke.
${moreToDo(notice, baseUrl).en}`,
  };
}

/** A reset of the password leaves passkeys as they are, so that more is to do for whoever did not add one. */
function moreToDo(notice: Notice, baseUrl: string): { en: string; es: string } {
  if (notice !== 'passkey_added') return { en: '', es: '' };
  const settings = `${baseUrl}/dashboard/settings/security`;
  return {
    en: `Then remove the passkey: ${settings}\nIf you cannot log in, ask the operator of the service to remove it.\n`,
    es: `Después quite la llave de acceso: ${settings}\nSi no puede iniciar sesión, pida al operador del servicio que la quite.\n`,
  };
}
