/**
 * Shown for a link to a page that the person's role does not allow. It names the role, the scope, and who can change
 * it.
 */

import { defineText, useText } from '../i18n/use-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from './page.tsx';
import { useAccount, useRole } from './people/session.ts';
import { ROLE_TEXT } from './people/teams/role-text.ts';

const TEXT = defineText({
  en: {
    title: 'Not part of your role',
    body: (role: string, account: string, scope: string) =>
      `In ${account} you are ${role}, and this page needs “${scope}”. An owner or administrator of the account can give you a role that has it.`,
    home: 'Go to home',
  },
  es: {
    title: 'No es parte de su rol',
    body: (role: string, account: string, scope: string) =>
      `En ${account} su rol es ${role} y esta página requiere «${scope}». Un propietario o administrador de la cuenta puede darle un rol que lo tenga.`,
    home: 'Ir al inicio',
  },
});

export function NotAllowedPage({ scope }: { scope: string }) {
  const text = useText(TEXT);
  const { names } = useText(ROLE_TEXT);
  const account = useAccount();
  const role = useRole();
  return (
    <Page title={text.title}>
      <EmptyState
        icon="lock"
        title={text.title}
        actions={
          <ButtonLink href="/" variant="primary">
            {text.home}
          </ButtonLink>
        }
      >
        {text.body(names[role], account.name, scope)}
      </EmptyState>
    </Page>
  );
}
