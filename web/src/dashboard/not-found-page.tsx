import { defineText, useText } from '../i18n/use-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from './page.tsx';

const TEXT = defineText({
  en: { title: 'Page not found', body: 'There is no page at this address.', home: 'Go to home' },
  es: {
    title: 'Página no encontrada',
    body: 'No hay ninguna página en esta dirección.',
    home: 'Ir al inicio',
  },
});

export function NotFoundPage() {
  const text = useText(TEXT);
  return (
    <Page title={text.title}>
      <EmptyState
        icon="search"
        title={text.title}
        actions={
          <ButtonLink href="/" variant="primary">
            {text.home}
          </ButtonLink>
        }
      >
        {text.body}
      </EmptyState>
    </Page>
  );
}
