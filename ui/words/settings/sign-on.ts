import { defineWords } from '../define-words.js';

/** How people sign in. */
export const signOnWords = defineWords('signOn', {
  title: 'Single sign-on',
  about: 'How people sign in. This is decided when the server starts, so that nobody can be locked out from here.',
  option: 'Option {{name}}',
  provider: 'Sign-in with',
  'provider.basic': 'Accounts with a password, kept by this server',
  providerText: 'Identity providers (OIDC, SAML, LDAP) are not available on this server yet.',
  signup: 'Self sign-up',
  'signup.on': 'On: people register accounts themselves and confirm their address by mail',
  'signup.off': 'Off: administrators create the accounts',
  domains: 'Domains people may register from',
  allDomains: 'All',
  principal: 'Domain of accounts without an address',
  callback: 'Callback address',
  authority: 'Issuer of tokens',
  keys: 'Public keys of tokens',
  algorithm: 'Signature of tokens',
  limits: 'Length of sessions and wrong passwords',
  limitsText: 'How long a session lasts, and what happens after wrong passwords, is a setting.',
  openLimits: 'Open sign-in settings',
});
