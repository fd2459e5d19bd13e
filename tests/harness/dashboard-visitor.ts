/** Signing up and logging in through the dashboard's pages. */

import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';

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
