import { connect, type Socket } from 'node:net';
import { type AddressPolicy, withoutBrackets } from './address-policy.js';
import { asEgressError, EgressError } from './egress-error.js';

/** Opens a socket to an address that the policy allows. Rejects with an `EgressError`; `timeout` in milliseconds. */
export function openSocket(host: string, port: number, policy: AddressPolicy, timeout: number): Promise<Socket> {
  return new Promise((done, fail) => {
    policy.check(host);
    const socket = connect({ host: withoutBrackets(host), port, lookup: policy.lookup });
    const timer = setTimeout(
      () => socket.destroy(new EgressError('timeout', `${host} did not accept a connection in time`)),
      timeout,
    );
    const failed = (error: Error) => {
      clearTimeout(timer);
      fail(asEgressError(error, host));
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      done(socket);
    });
  });
}
