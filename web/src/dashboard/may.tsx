/**
 * What the person's role and the state of the account allow, so that pages offer nothing that the server would refuse.
 */

import { createContext, type ReactNode, useContext } from 'react';
import { type Act, lackingScope, waitsWhileSuspended } from './lacking-scope.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';
import type { RoleScope } from './own-calls.ts';

export type { Act } from './lacking-scope.ts';

type Allowed = { scopes: readonly RoleScope[]; isSuspended: boolean };

const Allowed = createContext<Allowed>({ scopes: [], isSuspended: false });

export const MayProvider = Allowed.Provider;

export function useMay(): (act: Act) => boolean {
  const { scopes, isSuspended } = useContext(Allowed);
  return (act) => lackingScope(scopes, act) === undefined && !(isSuspended && waitsWhileSuspended(act));
}

type MayProps = { act: Act; children: ReactNode };

/**
 * Shows its children only if the action is allowed. A banner on each page explains why a suspended account cannot
 * change anything.
 */
export function May({ act, children }: MayProps) {
  return useMay()(act) && children;
}

/** A page for people with this scope. Others who follow a link to it are told why they cannot open it. */
export function MayPage({ act, children }: MayProps) {
  const scope = lackingScope(useContext(Allowed).scopes, act);
  return scope === undefined ? children : <NotAllowedPage scope={scope} />;
}
