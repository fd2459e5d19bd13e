/** What the person's role allows in the account of the page. Nothing is offered that the server would refuse. */

import { createContext, type ReactNode, useContext } from 'react';
import { type Act, lackingScope } from './lacking-scope.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';
import type { RoleScope } from './own-calls.ts';

export type { Act } from './lacking-scope.ts';

const Scopes = createContext<readonly RoleScope[]>([]);

export const MayProvider = Scopes.Provider;

export function useMay(): (act: Act) => boolean {
  const scopes = useContext(Scopes);
  return (act) => lackingScope(scopes, act) === undefined;
}

type MayProps = { act: Act; children: ReactNode };

/** Shows its children only to people who may do the act. */
export function May({ act, children }: MayProps) {
  return useMay()(act) && children;
}

/** A page for people with this scope. Others who follow a link to it are told why they cannot open it. */
export function MayPage({ act, children }: MayProps) {
  const scope = lackingScope(useContext(Scopes), act);
  return scope === undefined ? children : <NotAllowedPage scope={scope} />;
}
