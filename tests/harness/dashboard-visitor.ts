/** Signing up and logging in through the dashboard's pages. */

import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SmtpServer } from './smtp-server.ts';

export type Visitor = { name: string; email: string; password: string };

export function newVisitor(name = 'María José Hernández'): Visitor {
  return {
    name,
    email: `${randomBytes(6).toString('hex')}@example.com`,
    password: 'un sello rojo sobre papel',
  };
}

/** Signs up through the page; ends on the first page behind the login. */
export async function signUp(page: Page, base: string, visitor: Visitor = newVisitor()): Promise<Visitor> {
  await page.goto(`${base}/dashboard/signup`);
  await page.getByLabel(/^(Nombre o empresa|Name or company)$/).fill(visitor.name);
  await page.getByLabel(/^(Correo electrónico|Email)$/).fill(visitor.email);
  await page.getByLabel(/^(Contraseña|Password)$/).fill(visitor.password);
  await page.getByRole('button', { name: /^(Crear cuenta|Create account)$/ }).click();
  await page.getByRole('navigation').waitFor();
  return visitor;
}

/** The same without opening a page: for tests that begin behind the login. */
export async function enter(page: Page, base: string, visitor: Visitor = newVisitor()): Promise<Visitor> {
  const answer = await page.request.post(`${base}/api/dashboard/signup`, { data: visitor, timeout: 0 });
  expect(answer.status(), await answer.text()).toBe(201);
  return visitor;
}

/** The same on a server that sends mail: the password is chosen on the page that the mailed link opens. */
export async function signUpByMail(
  page: Page,
  base: string,
  smtp: SmtpServer,
  visitor: Visitor = newVisitor(),
): Promise<Visitor> {
  await page.goto(`${base}/dashboard/signup`);
  await page.getByLabel(/^(Nombre o empresa|Name or company)$/).fill(visitor.name);
  await page.getByLabel(/^(Correo electrónico|Email)$/).fill(visitor.email);
  await page.getByRole('button', { name: /^(Continuar|Continue)$/ }).click();
  await page.getByRole('heading', { name: /^(Revise su correo|Check your email)$/ }).waitFor();
  const token = await mailedToken(smtp, visitor.email, 'confirm-signup');
  await page.goto(`${base}/dashboard/confirm-signup#token=${token}`);
  await page.getByLabel(/^(Contraseña|Password)$/).fill(visitor.password);
  await page.getByRole('button', { name: /^(Crear cuenta|Create account)$/ }).click();
  await page.getByRole('navigation').waitFor();
  return visitor;
}

/** The token of the newest link to `page` that was mailed to this address. Mails go out after the answer. */
export async function mailedToken({ mails }: SmtpServer, email: string, page: string): Promise<string> {
  const find = () =>
    mails
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => new RegExp(`/${page}#token=([\\w-]+)`).exec(text)?.[1])
      .findLast((token) => token !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? '';
}

/**
 * Like a browser that was never here. The page is left first, because while open it would keep sending requests without
 * a session.
 */
export async function forgetVisit(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

export async function logIn(page: Page, base: string, { email, password }: Visitor): Promise<void> {
  await page.goto(`${base}/dashboard/login`);
  await fillLogin(page, email, password);
  await page.getByRole('navigation').waitFor();
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(/^(Correo electrónico|Email)$/).fill(email);
  await page.getByLabel(/^(Contraseña|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Entrar|Log in)$/ }).click();
}
