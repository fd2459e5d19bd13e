import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { UI_TEXT } from './text.ts';

/** An action such as undoing the reported change. */
type ToastAction = { label: string; run: () => void };
type Toast = { id: number; message: string; kind: 'good' | 'bad'; action: ToastAction | undefined };
type ShowToast = (message: string, kind?: Toast['kind'], action?: ToastAction) => void;

/** How long a message of success stays. Errors stay until they are closed. */
const SHOWN_MS = 5_000;
/** How long a message with a button stays. */
const SHOWN_WITH_ACTION_MS = 12_000;

const ToastContext = createContext<ShowToast>(() => {});

export const useToast = (): ShowToast => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const text = useText(UI_TEXT);
  const remove = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (message, kind = 'good', action = undefined) => {
      lastId.current += 1;
      const id = lastId.current;
      setToasts((all) => [...all.slice(-2), { id, message, kind, action }]);
      if (kind === 'good') setTimeout(remove, action ? SHOWN_WITH_ACTION_MS : SHOWN_MS, id);
    },
    [remove],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, message, kind, action }) => (
          <div key={id} className={classNames('toast', kind === 'bad' && 'toast-bad')}>
            <Icon name={kind === 'bad' ? 'error' : 'check'} />
            <span>{message}</span>
            {action && (
              <Button
                size="small"
                onClick={() => {
                  remove(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <Button
              variant="quiet"
              size="small"
              icon="close"
              aria-label={text.close}
              onClick={() => remove(id)}
            />
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
