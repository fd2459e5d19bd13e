/** If mail is configured, nothing live exists for an unproven address. */

import { AppError } from '../../kernel/errors.ts';
import type { Mailer } from '../mail/ports.ts';
import type { Person } from './ports.ts';

/**
 * Only people from before mail was configured can be unproven; a password reset by mail or a change of address proves
 * them.
 */
export function assertProvenAddress({ mail }: { mail: Mailer | undefined }, person: Person): void {
  if (mail === undefined || person.emailProvenAt !== undefined) return;
  throw new AppError('email_unproven', {
    en: 'Prove your e-mail address first: log out, choose "Forgot your password?" and open the link that is mailed to you. Test mode works without.',
    es: 'Compruebe primero su correo electrónico: cierre la sesión, elija «¿Olvidó su contraseña?» y abra el enlace que le enviaremos. El modo de prueba funciona sin ello.',
  });
}
