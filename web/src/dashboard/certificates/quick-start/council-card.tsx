import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TEXT } from './text.ts';

/** For registrars, who come for members and not for API keys. */
export function CouncilCard() {
  const { council: text } = useText(TEXT);
  return (
    <Card title={text.title} note={text.note}>
      <ButtonLink href="/memberships" icon="people">
        {text.open}
      </ButtonLink>
    </Card>
  );
}
