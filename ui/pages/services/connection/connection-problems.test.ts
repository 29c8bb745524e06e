import { expect, it } from 'vitest';
import { problemOf } from './connection-problems.js';

it.each([
  ['connection.config.authType.password must be a string', '/authType/password', 'Password must be a string.'],
  ['request.connection.config.urls[0] must be a URI', '/urls/0', 'Urls must be a URI.'],
  ['connection.config.hostPort is required', '/hostPort', 'Host and port is required.'],
  ['name is required', undefined, 'Name is required.'],
])('says what the form calls the field that the server speaks of: %s', (message, at, text) => {
  expect(problemOf(new Error(message))).toEqual({ ...(at ? { at } : {}), text });
});
