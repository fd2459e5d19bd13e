import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../page.tsx';
import { TEXT } from './text.ts';

export function CoursePage({ id }: { id: string }) {
  const text = useText(TEXT);
  return (
    <Page title={text.title} intro={id}>
      <Card>
        <EmptyState icon="book" title={text.emptyTitle}>
          {text.empty}
        </EmptyState>
      </Card>
    </Page>
  );
}
