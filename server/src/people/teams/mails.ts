/**
 * The mails about seats: to invited people, to owners when somebody joins, and to people whose seat changes or ends.
 */

import type { Mail, MailLanguage, MailSite } from '../mail/ports.ts';
import type { Role } from './roles.ts';

const ROLE_NAMES: Record<Role, { en: string; es: string }> = {
  owner: { en: 'owner', es: 'propietario' },
  admin: { en: 'administrator', es: 'administrador' },
  developer: { en: 'developer', es: 'desarrollador' },
  certifier: { en: 'certifier', es: 'certificador' },
  registrar: { en: 'registrar', es: 'registrador' },
  approver: { en: 'approver', es: 'aprobador' },
  viewer: { en: 'viewer', es: 'lector' },
};

type Invited = {
  to: string;
  link: string;
  /** Undefined for a key. */
  inviter: string | undefined;
  account: string;
  role: Role;
  expiresAt: Date;
};

export function invitedMail({ serviceName }: MailSite, invited: Invited, language: MailLanguage): Mail {
  const { to, link, inviter, account } = invited;
  const role = ROLE_NAMES[invited.role][language];
  const until = `${invited.expiresAt.toISOString().replace('T', ' ').slice(0, 16)} UTC`;
  if (language === 'es') {
    return {
      to,
      subject: `Invitación a «${account}» en ${serviceName}`,
      text: `${inviter ?? 'Un programa de la cuenta'} le invita a la cuenta «${account}» de ${serviceName} con el rol de ${role}.

Para aceptar, abra esta dirección antes del ${until}:

${link}

La dirección sirve una sola vez y solo para este correo. Si no esperaba esta invitación, no tiene que hacer nada.
`,
    };
  }
  return {
    to,
    subject: `Invitation to "${account}" on ${serviceName}`,
    text: `${inviter ?? 'A program of the account'} invites you to the account "${account}" on ${serviceName}, as ${role}.

To accept, open this address before ${until}:

${link}

The address works once, and only for this e-mail address. If you did not expect this invitation, there is nothing to do.
`,
  };
}

type About = { account: string; role: Role };

export function joinedMail(
  { baseUrl, serviceName }: MailSite,
  to: string,
  { account, role, name }: About & { name: string },
  language: MailLanguage,
): Mail {
  const as = ROLE_NAMES[role][language];
  const page = `${baseUrl}/dashboard/people`;
  return language === 'es'
    ? {
        to,
        subject: `${serviceName}: ${name} se unió a «${account}»`,
        text: `${name} aceptó la invitación a la cuenta «${account}» y tiene el rol de ${as}.

Las personas de la cuenta: ${page}
`,
      }
    : {
        to,
        subject: `${serviceName}: ${name} joined "${account}"`,
        text: `${name} accepted the invitation to the account "${account}", as ${as}.

The people of the account: ${page}
`,
      };
}

export function roleChangedMail(
  { baseUrl, serviceName }: MailSite,
  to: string,
  { account, role }: About,
  language: MailLanguage,
): Mail {
  const as = ROLE_NAMES[role][language];
  return language === 'es'
    ? {
        to,
        subject: `${serviceName}: cambió su rol en «${account}»`,
        text: `En la cuenta «${account}» usted tiene ahora el rol de ${as}.

El panel muestra lo que este rol puede hacer: ${baseUrl}/dashboard
Si no lo esperaba, pregunte a un propietario de la cuenta.
`,
      }
    : {
        to,
        subject: `${serviceName}: your role in "${account}" was changed`,
        text: `In the account "${account}" you are now ${as}.

The dashboard shows what this role may do: ${baseUrl}/dashboard
If you did not expect this, ask an owner of the account.
`,
      };
}

export function removedMail(
  { serviceName }: MailSite,
  to: string,
  { account }: Pick<About, 'account'>,
  language: MailLanguage,
): Mail {
  return language === 'es'
    ? {
        to,
        subject: `${serviceName}: ya no está en «${account}»`,
        text: `Usted ya no tiene un lugar en la cuenta «${account}». Sus otras cuentas y su contraseña no cambian.

Si no lo esperaba, pregunte a quien administra la cuenta.
`,
      }
    : {
        to,
        subject: `${serviceName}: you are no longer in "${account}"`,
        text: `You no longer have a seat in the account "${account}". Your other accounts and your password stay as they are.

If you did not expect this, ask whoever runs the account.
`,
      };
}
