/**
 * Half an hour after the log-in, an action needs another proof of identity: the password dialog opens, and afterwards
 * the action is repeated.
 */

import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { type Owner, provenBy } from '../dashboard/people/passkeys/ceremony.ts';
import { PasswordDialog } from '../dashboard/people/settings/password-dialog.tsx';
import { type AfterChange, useChange } from '../dashboard/use-change.ts';
import { useText } from '../i18n/use-text.ts';
import { ApiError, operatorApi } from './api.ts';
import { OPERATOR_TEXT } from './text.ts';

type Asked = { proven: () => void; left: (reason: Error) => void };

const ProofContext = createContext<() => Promise<void>>(() => Promise.reject(new Error('no proof here')));

export function ProofProvider({ children }: { children: ReactNode }) {
  const { proof: text } = useText(OPERATOR_TEXT);
  const waiting = useRef<Asked>(undefined);
  const [isOpen, setOpen] = useState(false);
  const prove = useChange(async (owner: Owner) => operatorApi.proveOperator(await provenBy(owner)), {
    onDone: () => {
      setOpen(false);
      waiting.current?.proven();
    },
  });
  const ask = () =>
    new Promise<void>((proven, left) => {
      waiting.current = { proven, left };
      prove.reset();
      setOpen(true);
    });
  return (
    <ProofContext value={ask}>
      {children}
      {isOpen && (
        <PasswordDialog
          title={text.title}
          submit={text.submit}
          asksForFactor
          change={prove}
          onClose={() => {
            setOpen(false);
            waiting.current?.left(new Error(text.left));
          }}
        >
          <p>{text.intro}</p>
        </PasswordDialog>
      )}
    </ProofContext>
  );
}

/** A change that an operator can only make with a recent proof of identity. */
export function useAct<Given = void, Done = unknown>(
  act: (given: Given) => Promise<Done>,
  after: AfterChange<Done, Given> = {},
) {
  const ask = useContext(ProofContext);
  return useChange(async (given: Given) => {
    try {
      return await act(given);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'proof_required')) throw error;
    }
    await ask();
    return act(given);
  }, after);
}
