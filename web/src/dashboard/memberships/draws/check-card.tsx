import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Draw } from '../../api.ts';
import { TEXT } from './text.ts';

/** The public page of a draw, and how a stranger can repeat the draw with that page. */
export function CheckCard({ draw: { seal }, url }: { draw: Draw; url: string }) {
  const { check: text } = useText(TEXT);
  const { pathname } = new URL(url);
  return (
    <Card title={text.title}>
      <div className="stack">
        <p>{text.intro}</p>
        <ol className="draw-check">
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="muted small">{text.secret}</p>
        {seal?.trust === 'operator' && <Note tone="warn">{text.operator}</Note>}
        <div className="row gap-small">
          <ButtonLink href={pathname} external icon="external" target="_blank" rel="noreferrer">
            {text.page}
          </ButtonLink>
          <ButtonLink href={`${pathname}.json`} external icon="code" target="_blank" rel="noreferrer">
            {text.data}
          </ButtonLink>
          {seal?.certificate_id && (
            <ButtonLink href={`/certificates/${seal.certificate_id}`} icon="shield">
              {text.certificate}
            </ButtonLink>
          )}
        </div>
      </div>
    </Card>
  );
}
