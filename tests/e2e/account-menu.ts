import type { TestPage } from '../harness/browser.ts';

export async function openAccountMenu(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: /^(Menú de la cuenta|Account menu)/ }).click();
}

/** Logs out; ends at the login page. */
export async function logOut(page: TestPage): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: /^(Cerrar sesión|Log out)$/ }).click();
  await page.getByRole('heading', { name: /^(Iniciar sesión|Log in)$/ }).waitFor();
}
