// Registration, confirmation of addresses and new passwords by mail. Apart from what is wrong with the request itself,
// a response says the same whether there is an account or not, and takes the same steps.
import { catalogError } from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  type DataRoute,
  json,
  type Request,
  type Route,
  readBody,
  type SchemaDocs,
} from '../../catalog/index.js';
import { isMailAddress } from '../../egress/index.js';
import { ACCESS_TYPE } from '../../entities/index.js';
import type { Mail } from '../../mail/index.js';
import { getEntityById, getPersonByEmail } from '../../storage/index.js';
import type { Comparisons } from '../login/comparisons.js';
import { countedAddress, mailKeys, wantedName } from '../login/login-keys.js';
import { refuseEarly, takeTry } from '../login/login-tries.js';
import { checkPassword, hashPassword } from '../login/password.js';
import { requireAdmin } from '../routes/require-admin.js';
import { type AccountMail, ASK_FOR_MAIL } from './account-mail-job.js';
import { badLink, CONFIRM_REGISTRATION } from './confirm-registration.js';
import { isGoodLink, RESET_PASSWORD, type ResetPassword } from './reset-password.js';
import { type Signup, signupDomainAllowed } from './signup.js';

export interface AccountDeps {
  mail: Mail;
  signup: Signup;
  comparisons: Comparisons;
}

const BODY = 16_384;
const LONGEST_NAME = 100;
const text: SchemaDocs = { inline: { type: 'string' } };
const sent = (description: string) => ({ description, schema: text });

export function accountRoutes(deps: AccountDeps): Route[] {
  return [signUp(deps), confirm, resend(deps), askForReset(deps), reset(deps), checkVerified];
}

function signUp({ mail, signup, comparisons }: AccountDeps): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: '/v1/users/signup',
    open: true,
    bodyLimit: BODY,
    docs: {
      operationId: 'registerUser',
      summary: 'Register an account',
      description:
        'Sends a mail with a link that confirms the address; the account is created when it is used. Only if the server allows registration, for the domains that it allows. The response does not tell whether the address has an account.',
      tag: 'user',
      body: { schema: 'auth/registrationRequest', required: true },
      answers: { 201: sent('A mail was sent if the address can be registered') },
      errors: [403, 413],
    },
    async handle(request, scope) {
      if (!signup.enabled) throw catalogError('FORBIDDEN', 'Registration is not allowed; ask an administrator');
      const { firstName, lastName, email: given, password } = readBody(request, 'auth/registrationRequest', scope);
      const email = readAddress(given);
      if (!signupDomainAllowed(email, signup))
        throw catalogError('BAD_REQUEST', `email must be an address of ${signup.domains.join(', ')}`);
      checkPassword(password);
      const displayName = readName(firstName, lastName);
      await admit(email, request, mail, scope);
      const hash = await comparisons.run(() => hashPassword(password));
      await askForMail({ kind: 'register', pending: { email, displayName, hash } }, scope);
      return json(201, 'Check your mail and follow the link to complete the registration.');
    },
  };
}

const confirm: ActionRoute = {
  kind: 'action',
  method: 'PUT',
  path: '/v1/users/registrationConfirmation',
  open: true,
  bodyLimit: BODY,
  docs: {
    operationId: 'confirmUserEmail',
    summary: 'Confirm the address of a registration',
    description: 'Creates the account that the token in the link of the mail belongs to. A token can be used once.',
    tag: 'user',
    query: [{ name: 'token', description: 'The token of the link.', schema: { type: 'string' }, required: true }],
    answers: { 200: sent('The account was created') },
    errors: [409, 413],
  },
  async handle({ query, from }, scope) {
    await countGuess(from, scope);
    await scope.command(CONFIRM_REGISTRATION, { token: query.token ?? '' });
    return json(200, 'Email Verified Successfully');
  },
};

function resend({ mail, signup }: AccountDeps): ActionRoute {
  return {
    kind: 'action',
    method: 'PUT',
    path: '/v1/users/resendRegistrationToken',
    open: true,
    bodyLimit: BODY,
    docs: {
      operationId: 'resendRegistrationToken',
      summary: 'Send the mail of a registration again',
      description:
        'Sends a new link if a registration with this address waits for its confirmation. The response does not tell whether one does.',
      tag: 'user',
      query: [
        { name: 'user', description: 'The address that was registered.', schema: { type: 'string' }, required: true },
      ],
      answers: { 200: sent('A mail was sent if a registration waits') },
      errors: [403, 413],
    },
    async handle(request, scope) {
      if (!signup.enabled) throw catalogError('FORBIDDEN', 'Registration is not allowed; ask an administrator');
      const email = readAddress(request.query.user ?? '', 'query parameter user');
      await admit(email, request, mail, scope);
      await askForMail({ kind: 'resend', email }, scope);
      return json(200, 'Email Verification Mail Sent. Please check your Mailbox.');
    },
  };
}

function askForReset({ mail }: AccountDeps): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: '/v1/users/generatePasswordResetLink',
    open: true,
    bodyLimit: BODY,
    docs: {
      operationId: 'generatePasswordResetLink',
      summary: 'Ask for a link that sets a new password',
      description:
        'Sends the link to the address if it belongs to an account. The link is valid for an hour and can be used once. The response does not tell whether there is an account.',
      tag: 'user',
      body: { schema: 'auth/emailRequest', required: true },
      answers: { 200: sent('A mail was sent if the address belongs to an account') },
      errors: [413],
    },
    async handle(request, scope) {
      const email = readAddress(readBody(request, 'auth/emailRequest', scope).email);
      await admit(email, request, mail, scope);
      await askForMail({ kind: 'reset', email }, scope);
      return json(200, 'Please check your mail for the Reset Password Link.');
    },
  };
}

function reset({ comparisons }: AccountDeps): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: '/v1/users/password/reset',
    open: true,
    bodyLimit: BODY,
    docs: {
      operationId: 'resetUserPassword',
      summary: 'Set a new password with the token of a link',
      description: 'Sets the password, ends all sessions of the user and makes all links sent before invalid.',
      tag: 'user',
      body: { schema: 'auth/passwordResetRequest', required: true },
      answers: { 200: sent('The password was set') },
      errors: [413],
    },
    async handle(request, scope) {
      const body = readBody(request, 'auth/passwordResetRequest', scope);
      const { username, password = '', token = '' } = body;
      if (password !== body.confirmPassword)
        throw catalogError('BAD_REQUEST', 'password and confirmPassword do not match');
      checkPassword(password);
      await countGuess(request.from, scope);
      const { context } = scope;
      if (!(await scope.read((sql) => isGoodLink(username, token, { sql, context })))) throw badLink();
      const hash = await comparisons.run(() => hashPassword(password));
      const data: ResetPassword = { username, token, hash };
      await scope.command(RESET_PASSWORD, data);
      return json(200, 'Password Changed Successfully');
    },
  };
}

/** For people who are signed in: an open answer would tell which addresses have accounts. */
const checkVerified: DataRoute = {
  kind: 'read',
  method: 'POST',
  path: '/v1/users/checkEmailVerified',
  bodyLimit: BODY,
  docs: {
    operationId: 'checkEmailIsVerified',
    summary: 'Check whether an address was confirmed',
    description: 'Answers users about their own address and administrators about every address.',
    tag: 'user',
    body: { schema: 'auth/emailRequest', required: true },
    answers: { 200: { description: 'Whether it was confirmed', schema: { inline: { type: 'boolean' } } } },
    errors: [413],
  },
  async handle(request, scope) {
    const { sql, actor } = scope;
    const person = await getPersonByEmail(sql, wantedName(readBody(request, 'auth/emailRequest', scope).email));
    if (person?.user_id !== actor.id) requireAdmin(actor);
    const row = person && (await getEntityById(sql, person.user_id));
    return json(200, row?.type === ACCESS_TYPE.user && row.deleted === 0 && row.doc.includes('"isEmailVerified":true'));
  },
};

function readAddress(given: string, name = 'email'): string {
  const email = wantedName(given);
  if (!isMailAddress(email)) throw catalogError('BAD_REQUEST', `${name} must be a mail address`);
  return email;
}

function readName(...names: string[]): string {
  const name = names
    .map((one) => one.trim())
    .join(' ')
    .trim();
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    throw catalogError('BAD_REQUEST', `firstName and lastName must have 1 to ${LONGEST_NAME} characters together`);
  return name;
}

/** Counts a request for mail. Fails with 429 if there were too many, with 400 if there is no mail server. */
async function admit(email: string, { from }: Request, mail: Mail, scope: ActionScope): Promise<void> {
  const keys = mailKeys(email, countedAddress(from));
  const configured = await scope.read(async (sql) => {
    await refuseEarly(keys, scope.context.now(), sql);
    return mail.isConfigured(sql);
  });
  if (!configured) throw catalogError('BAD_REQUEST', 'No mail server is configured; ask an administrator');
  await takeTry(keys, scope);
}

async function countGuess(from: string, scope: ActionScope): Promise<void> {
  await takeTry(mailKeys(null, countedAddress(from)), scope);
}

async function askForMail(asked: AccountMail, scope: ActionScope): Promise<void> {
  await scope.command(ASK_FOR_MAIL, asked);
}
