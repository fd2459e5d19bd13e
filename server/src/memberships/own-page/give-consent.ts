/** A member gives consent to the privacy notice of the council, or withdraws it. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { changeMember } from '../members/change-member.ts';
import type { MemberSession } from './entrance/pg-sessions.ts';
import type { PrivacyNotice } from './pg-page-settings.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'randomBytes' | 'serverKeys'>;

/** The channel of the consent, as it is recorded. */
const CHANNEL = 'own_page';

/**
 * Refuses consent from a session that may not be the member's: a link passes through other people's hands, and somebody
 * else may have set the address to which the code was mailed.
 */
export async function giveConsent(
  tools: Ports,
  who: Who,
  { member, openedBy, isOwn }: MemberSession,
  notice: PrivacyNotice | undefined,
  version: string,
): Promise<void> {
  if (openedBy === 'link') throw byLink();
  if (!isOwn) throw byNewAddress();
  if (notice === undefined) throw noNotice();
  if (notice.version !== version) throw otherNotice();
  await changeMember(tools, who, member.id, { consent: { notice_version: version, channel: CHANNEL } });
}

/** Withdrawing consent is allowed for every session, because the only effect is that less is shown. */
export async function withdrawConsent(tools: Ports, who: Who, { member }: MemberSession): Promise<void> {
  await changeMember(tools, who, member.id, { consent: null });
}

function byLink(): AppError {
  return new AppError('consent_by_link', {
    en: 'You came by a link that somebody else made, so consent cannot be given here. Enter with a code that is mailed to you, or give it to your council on paper.',
    es: 'Usted entró con un enlace que hizo otra persona; por eso aquí no se puede dar el consentimiento. Entre con un código enviado a su correo o délo a su consejo por escrito.',
  });
}

function byNewAddress(): AppError {
  return new AppError('consent_by_link', {
    en: 'Your e-mail on file was changed by your council or from a link, so consent cannot be given by it. Enter with a code in a browser in which you entered before that, or give your consent to your council on paper.',
    es: 'Su correo registrado fue cambiado por su consejo o desde un enlace; por eso con él no se puede dar el consentimiento. Entre con un código en un navegador con el que ya había entrado antes de ese cambio o dé su consentimiento a su consejo por escrito.',
  });
}

function noNotice(): AppError {
  return invalidField(
    '`notice_version`',
    'cannot be agreed to: your council has not published its privacy notice here. Give your consent to it on paper.',
    'no se puede aceptar: su consejo no ha publicado aquí su aviso de privacidad. Dé su consentimiento por escrito.',
  );
}

function otherNotice(): AppError {
  return new AppError('version_conflict', {
    en: 'The privacy notice has changed since you opened this page. Load it again and read the new one.',
    es: 'El aviso de privacidad cambió desde que abrió esta página. Cárguela de nuevo y lea el nuevo.',
  });
}
