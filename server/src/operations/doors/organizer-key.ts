/** The door of an organiser's desk for the organiser's programs, which send its key. */

import type { Site } from '../../http/site.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AdmitPorts } from '../../keys/rate-and-quota/guards.ts';
import type { Door } from '../door.ts';
import { type KeyWho, keyDoor } from './key.ts';
import type { Desk, OrganizerWho } from './organizer.ts';

type OrganizerKeyPorts<Session extends Desk> = AdmitPorts & {
  /** Undefined while the council has paused the organiser. */
  deskOfKey(who: KeyWho): Promise<Session | undefined>;
};

/**
 * Like any key, the organiser's key has a rate and quota and is named as the actor. The four-eyes rule looks at who
 * made the key, and at the organiser's people too. A suspended account is refused when the key is admitted.
 */
export function organizerKeyDoor<Session extends Desk>(
  ports: OrganizerKeyPorts<Session>,
  site: Site,
): Door<OrganizerWho<Session>> {
  const door = keyDoor(ports, site);
  return {
    ...door,
    async admit(request, reply, read) {
      const entrance = await door.admit(request, reply, read);
      const session = await ports.deskOfKey(entrance.who);
      if (session === undefined) throw paused();
      return { ...entrance, who: { ...entrance.who, session } };
    },
  };
}

function paused(): AppError {
  return new AppError('insufficient_scope', {
    en: 'The council has paused this organiser, so its key opens nothing. Ask the council.',
    es: 'El consejo puso en pausa a este organizador y su clave no abre nada. Pregunte al consejo.',
  });
}
