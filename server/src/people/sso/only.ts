/** SELLO_OIDC_ONLY: the issuer is the only way in. */

import { AppError } from '../../kernel/errors.ts';
import type { SsoSettings } from './settings.ts';

export function assertOldWays({ sso }: { sso: SsoSettings | undefined }): void {
  if (sso?.isOnly !== true) return;
  throw new AppError('sso_only', {
    en: `On this server, people can log in only through ${sso.name}. Passwords, passkeys and sign-up are switched off.`,
    es: `En este servidor solo se puede entrar con ${sso.name}. Las contraseñas, las llaves de acceso y el registro están desactivados.`,
  });
}
