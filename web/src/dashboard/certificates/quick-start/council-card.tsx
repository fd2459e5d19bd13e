import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TEXT } from './text.ts';

/** For a registrar, who came for members and not for keys of an API. */
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
