// What people who register or forgot their password read. Nothing a stranger entered is in these mails except the
// address they go to, because the requester is not authenticated.
import { type Message, paragraph, plain } from '../../mail/index.js';

const IGNORE = 'If you did not ask for this, ignore this mail: nothing happens.';

export function registrationMessage(href: string): Message {
  return {
    subject: 'Confirm your e-mail address',
    blocks: [
      paragraph(plain('Somebody, hopefully you, registered an account with this address. Confirm it within 24 hours.')),
      { kind: 'button', text: 'Confirm the address', href },
      paragraph(plain(IGNORE)),
    ],
  };
}

export function knownAddressMessage(href: string): Message {
  return {
    subject: 'You already have an account',
    blocks: [
      paragraph(plain('Somebody, hopefully you, tried to register with this address, which has an account already.')),
      { kind: 'button', text: 'Log in', href },
      paragraph(plain(IGNORE)),
    ],
  };
}

export function resetMessage(name: string, href: string): Message {
  return {
    subject: 'Set a new password',
    blocks: [
      paragraph(plain(`Somebody, hopefully you, asked for a new password for the account ${name}.`)),
      paragraph(plain('The link is valid for one hour and can be used once.')),
      { kind: 'button', text: 'Set a new password', href },
      paragraph(plain(IGNORE)),
    ],
  };
}
