/** The mail to an address that somebody wants for their account. It contains nothing that the requester wrote. */

import type { ConfirmationMail, MailLanguage as Language, Mail, MailSite } from '../mail/ports.ts';

/** `isHeld`: another account that has not proved this address has it, and would lose it. */
export const confirmAddressMail: ConfirmationMail = (
  { baseUrl, serviceName },
  to,
  link,
  isHeld,
  language,
) => {
  if (language === 'es') {
    return {
      to,
      subject: `Confirme su correo nuevo de ${serviceName}`,
      text: `Alguien pidió usar este correo para su cuenta en ${baseUrl}.

Si fue usted, abra esta dirección dentro de una hora y confirme el cambio:

${link}

${isHeld ? HELD.es : ''}La dirección sirve una sola vez. Si no fue usted, no la abra: esa cuenta es de otra persona, y mientras nadie confirme no cambia nada.
`,
    };
  }
  return {
    to,
    subject: `Confirm your new ${serviceName} e-mail address`,
    text: `Somebody asked to use this e-mail address for their account at ${baseUrl}.

If it was you, open this link within an hour and confirm the change:

${link}

${isHeld ? HELD.en : ''}The link works once. If it was not you, do not open it: that account is somebody else's, and nothing changes while nobody confirms.
`,
  };
};

const HELD = {
  en: `An account that never confirmed this address already uses it. Confirming takes the address away from that one.

`,
  es: `Una cuenta que nunca confirmó este correo ya lo usa. Al confirmar, aquella cuenta lo pierde.

`,
};

/** The mail to an address that already has an account. The page shows the same answer as for any other address. */
export function addressTakenMail({ baseUrl, serviceName }: MailSite, to: string, language: Language): Mail {
  if (language === 'es') {
    return {
      to,
      subject: `Este correo ya tiene una cuenta de ${serviceName}`,
      text: `Alguien pidió usar este correo para su cuenta en ${baseUrl}, pero ya pertenece a una cuenta.

No se cambió nada. Si fue usted, inicie sesión con este correo en ${baseUrl}/dashboard/login
o elija otro correo para la otra cuenta.
Si no fue usted, no tiene que hacer nada.
`,
    };
  }
  return {
    to,
    subject: `This e-mail address already has a ${serviceName} account`,
    text: `Somebody asked to use this e-mail address for their account at ${baseUrl}, but it already belongs to an account.

Nothing was changed. If it was you, log in with this address at ${baseUrl}/dashboard/login
or choose another address for the other account.
If it was not you, there is nothing to do.
`,
  };
}
