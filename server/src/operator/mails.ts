/** Mails to the owners of an account about decisions of the operator. */

import type { Mail, MailLanguage, MailSite } from '../people/mail/ports.ts';

type Site = MailSite & { supportUrl: string | undefined };

/** `words` is what the operator wrote. */
export type Decision = { account: string; words: string | undefined } & (
  | { what: 'suspended' | 'resumed' | 'refused' }
  | { what: 'granted'; certificates: number }
);

export function decisionMail(site: Site, to: string, decision: Decision, language: MailLanguage): Mail {
  const { subject, body } = wordsOf(decision)[language];
  const { words } = decision;
  const said = language === 'es' ? 'El operador escribe' : 'The operator writes';
  const ask = language === 'es' ? `Preguntas: ${site.supportUrl}` : `Questions: ${site.supportUrl}`;
  const parts = [
    body,
    ...(words === undefined ? [] : [`${said}: ${words}`]),
    `${site.baseUrl}/dashboard`,
    ...(site.supportUrl === undefined ? [] : [ask]),
  ];
  return { to, subject: `${site.serviceName}: ${subject}`, text: `${parts.join('\n\n')}\n` };
}

function wordsOf(decision: Decision): Record<MailLanguage, { subject: string; body: string }> {
  const { account } = decision;
  switch (decision.what) {
    case 'suspended':
      return {
        es: {
          subject: `la cuenta «${account}» fue suspendida`,
          body: `El operador del servicio suspendió la cuenta «${account}». Sus claves de API se rechazan y no se puede cambiar nada en ella. Sus certificados, pruebas y páginas públicas siguen siendo válidos y se pueden leer y descargar.`,
        },
        en: {
          subject: `the account "${account}" was suspended`,
          body: `The operator of the service has suspended the account "${account}". Its API keys are refused and nothing can be changed in it. Its certificates, proofs and public pages stay valid, and can be read and downloaded.`,
        },
      };
    case 'resumed':
      return {
        es: {
          subject: `la cuenta «${account}» ya no está suspendida`,
          body: `El operador del servicio reanudó la cuenta «${account}»: sus claves de API y el panel funcionan como antes.`,
        },
        en: {
          subject: `the account "${account}" is no longer suspended`,
          body: `The operator of the service has ended the suspension of the account "${account}": its API keys and the dashboard work as before.`,
        },
      };
    case 'refused':
      return {
        es: {
          subject: `no se otorgaron más certificados a «${account}»`,
          body: `El operador del servicio rechazó la solicitud de más certificados de la cuenta «${account}».`,
        },
        en: {
          subject: `no more certificates for "${account}"`,
          body: `The operator of the service has refused the request of the account "${account}" for more certificates.`,
        },
      };
    case 'granted':
      return {
        es: {
          subject: `«${account}» tiene ${decision.certificates} certificados más`,
          body: `El operador del servicio otorgó ${decision.certificates} certificados más a la cuenta «${account}».`,
        },
        en: {
          subject: `"${account}" has ${decision.certificates} more certificates`,
          body: `The operator of the service has granted ${decision.certificates} more certificates to the account "${account}".`,
        },
      };
  }
}
