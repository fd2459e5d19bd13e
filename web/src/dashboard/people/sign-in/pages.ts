/** The pages for people who are not logged in. They are one file, which the pages behind the log-in do not load. */

export { ConfirmAddressPage } from '../address/confirm-address-page.tsx';
export { SsoPage } from '../sso/sso-page.tsx';
export { ConfirmSignUpPage } from './confirm-sign-up-page.tsx';
export { ForgottenPasswordPage } from './forgotten-password-page.tsx';
export { LoginPage } from './login-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { SignUpPage } from './sign-up-page.tsx';
