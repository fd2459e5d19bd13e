/** The mail to an address with which somebody signs up. */

import type { ConfirmationMail, MailLanguage as Language, Mail, MailSite } from '../mail/ports.ts';

/** `isHeld`: an account that has not proved this address has it, and would lose it. */
export const confirmMail: ConfirmationMail = ({ baseUrl, serviceName }, to, link, isHeld, language) => {
  if (language === 'es') {
    return {
      to,
      subject: `Confirme su cuenta de ${serviceName}`,
      text: `Alguien pidió una cuenta con este correo en ${baseUrl}.

Si fue usted, abra esta dirección dentro de un día y elija su contraseña:

${link}

${isHeld ? HELD.es : ''}La dirección sirve una sola vez. Si no fue usted, no tiene que hacer nada: no se creó ninguna cuenta.
`,
    };
  }
  return {
    to,
    subject: `Confirm your ${serviceName} account`,
    text: `Somebody asked for an account with this e-mail address at ${baseUrl}.

If it was you, open this address within a day and choose your password:

${link}

${isHeld ? HELD.en : ''}The address works once. If it was not you, there is nothing to do: no account was created.
`,
  };
};

const HELD = {
  en: `An account that never confirmed this address already uses it. Opening the address above starts a new account and takes
the e-mail address away from that one. If that account is yours, reset its password instead.

`,
  es: `Una cuenta que nunca confirmó este correo ya lo usa. Al abrir la dirección de arriba se crea una cuenta nueva y aquella
pierde este correo. Si esa cuenta es suya, restablezca mejor su contraseña.

`,
};

/** The mail to the owner of a known address. The page shows the same answer as for an unknown address. */
export function alreadyMail({ baseUrl, serviceName }: MailSite, to: string, language: Language): Mail {
  if (language === 'es') {
    return {
      to,
      subject: `Ya tiene una cuenta de ${serviceName}`,
      text: `Alguien pidió una cuenta con este correo en ${baseUrl}, pero usted ya tiene una.

Inicie sesión en ${baseUrl}/dashboard/login
Si olvidó su contraseña: ${baseUrl}/dashboard/forgotten-password

Si no fue usted, no tiene que hacer nada: su cuenta no ha cambiado.
`,
    };
  }
  return {
    to,
    subject: `You already have a ${serviceName} account`,
    text: `Somebody asked for an account with this e-mail address at ${baseUrl}, but you already have one.

Log in at ${baseUrl}/dashboard/login
If you forgot your password: ${baseUrl}/dashboard/forgotten-password

If it was not you, there is nothing to do: your account has not changed.
`,
  };
}
