/** Shown for an address that names an account which does not exist, or in which the person has no seat. */

import { defineText, useText } from '../i18n/use-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { usePageTitle } from './page.tsx';

const TEXT = defineText({
  en: {
    title: 'No such account',
    body: 'You have no seat in the account that this address names. Ask an owner or administrator of that account to invite you.',
    own: 'Go to your account',
  },
  es: {
    title: 'No existe esa cuenta',
    body: 'Usted no tiene un lugar en la cuenta que indica esta dirección. Pida a un propietario o administrador de esa cuenta que le invite.',
    own: 'Ir a su cuenta',
  },
});

export function UnknownAccountPage() {
  const text = useText(TEXT);
  usePageTitle(text.title);
  return (
    <main className="alone">
      <EmptyState
        icon="search"
        title={text.title}
        actions={
          <ButtonLink href="/dashboard" external variant="primary">
            {text.own}
          </ButtonLink>
        }
      >
        {text.body}
      </EmptyState>
    </main>
  );
}
