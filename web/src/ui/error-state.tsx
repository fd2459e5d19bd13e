import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { UI_TEXT } from './text.ts';

/** Shows what the server said and offers another try. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const text = useText(UI_TEXT);
  return (
    <div className="empty empty-bad" role="alert">
      <Icon name="error" size={32} />
      <h2>{text.failed}</h2>
      <p>{error instanceof Error ? error.message : text.unknownError}</p>
      {onRetry && (
        <div className="row">
          <Button icon="refresh" onClick={onRetry}>
            {text.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
