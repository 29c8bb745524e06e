import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';

const t = say(accountWords);
const signIn = () => import('./sign-in-route.js').then((m) => m.SignInRoute);

export const routes: readonly PageRoute[] = [
  { path: 'signin', page: signIn, title: () => t('signIn'), open: true },
  { path: 'logout', page: () => import('./sign-out-page.js').then((m) => m.SignOutPage), open: true },
  ...['signup', 'register'].map((path) => ({
    path,
    page: () => import('./sign-up-page.js').then((m) => m.SignUpPage),
    title: () => t('signUp'),
    open: true,
  })),
  {
    path: 'forgot-password',
    page: () => import('./forgot-page.js').then((m) => m.ForgotPage),
    title: () => t('forgotTitle'),
    open: true,
  },
  {
    path: 'users/password/reset',
    page: () => import('./reset-page.js').then((m) => m.ResetPage),
    title: () => t('resetTitle'),
    open: true,
  },
  {
    path: 'users/registrationConfirmation',
    page: () => import('./confirm-page.js').then((m) => m.ConfirmPage),
    title: () => t('confirming'),
    open: true,
  },
  ...['callback', 'auth/callback', 'saml/callback'].map((path) => ({ path, page: signIn, open: true })),
];
