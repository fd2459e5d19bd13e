/** The texts of the mail that reports a disabled endpoint. */

import type { Mail } from '../people/mail/ports.ts';
import type { Person } from '../people/persons/ports.ts';
import type { DisabledReason, Webhook } from './endpoints/webhook.ts';

const WHY: Record<DisabledReason, { en: string; es: string }> = {
  failing: {
    en: 'It has accepted no delivery for five days.',
    es: 'Lleva cinco días sin aceptar ninguna entrega.',
  },
  gone: {
    en: 'It answered 410 Gone, by which a receiver says that it wants nothing more.',
    es: 'Respondió 410 Gone, con lo que un receptor dice que ya no quiere nada.',
  },
  owner: { en: 'You disabled it.', es: 'Usted lo desactivó.' },
};

export function disabledMail(
  { baseUrl, serviceName }: { baseUrl: string; serviceName: string },
  owner: Pick<Person, 'email' | 'language'>,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  reason: DisabledReason,
): Mail {
  // Only the host is shown, because the rest of the address may contain a secret of the receiver.
  const { host } = new URL(url);
  const to = owner.email;
  if (owner.language === 'en') {
    return {
      to,
      subject: `${serviceName}: a webhook was disabled`,
      text: `The webhook ${id} (${host}) of your account at ${baseUrl} was disabled. ${WHY[reason].en}

What happened meanwhile is not lost: mend the receiver, enable the webhook again with
PATCH ${baseUrl}/api/public/v1/webhooks/${id} {"status":"enabled"}, and it goes on where it stopped.
The events of the last 30 days are also at ${baseUrl}/api/public/v1/events.
`,
    };
  }
  return {
    to,
    subject: `${serviceName}: se desactivó un webhook`,
    text: `El webhook ${id} (${host}) de su cuenta en ${baseUrl} se desactivó. ${WHY[reason].es}

Lo que ocurra mientras tanto no se pierde: repare el receptor, active de nuevo el webhook con
PATCH ${baseUrl}/api/public/v1/webhooks/${id} {"status":"enabled"} y seguirá donde se quedó.
Los eventos de los últimos 30 días también están en ${baseUrl}/api/public/v1/events.
`,
  };
}
