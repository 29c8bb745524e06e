import { CatalogError, errorMessages } from '../../contract/errors.js';

/** Slows down the guessing of passwords: counted for each account and for each address, in this process. */
export interface LoginLimit {
  /** Refuses with 429 while the account or the address has to wait. */
  check(account: string, address: string, now: number): void;
  /** `block`: what was set for accounts in place of waits that grow. */
  failed(account: string, address: string, now: number, block?: LoginBlock): void;
  /** Forgets the failures of the account. */
  succeeded(account: string): void;
}

export interface LoginBlock {
  attempts: number;
  /** Milliseconds. */
  wait: number;
}

interface Failures {
  count: number;
  /** Not before this time again. */
  until: number;
  last: number;
}

export const LOGIN_LIMITS = { account: 5, address: 30, firstWait: 10_000, longestWait: 900_000, memory: 3_600_000 };
const MOST_KEYS = 50_000;

export function createLoginLimit(limits = LOGIN_LIMITS): LoginLimit {
  const failures = new Map<string, Failures>();

  const current = (key: string, now: number) => {
    const found = failures.get(key);
    return found && now - found.last < limits.memory ? found : undefined;
  };

  function count(key: string, free: number, now: number, fixed?: number): void {
    const before = current(key, now);
    const counted = (before?.count ?? 0) + 1;
    const over = counted - free;
    const wait = over < 0 ? 0 : (fixed ?? Math.min(limits.firstWait * 2 ** over, limits.longestWait));
    failures.delete(key);
    failures.set(key, { count: counted, until: now + wait, last: now });
    if (failures.size > MOST_KEYS) failures.delete(failures.keys().next().value ?? '');
  }

  return {
    check(account, address, now) {
      const until = Math.max(
        current(accountKey(account), now)?.until ?? 0,
        current(addressKey(address), now)?.until ?? 0,
      );
      if (until <= now) return;
      const seconds = Math.ceil((until - now) / 1000);
      throw new CatalogError('LIMITS_EXCEPTION', errorMessages.rateLimited(seconds), { retryAfterSeconds: seconds });
    },
    failed(account, address, now, block) {
      count(accountKey(account), block?.attempts ?? limits.account, now, block?.wait);
      count(addressKey(address), limits.address, now);
    },
    succeeded: (account) => {
      failures.delete(accountKey(account));
    },
  };
}

const accountKey = (account: string) => `account ${account.toLowerCase()}`;
const addressKey = (address: string) => `address ${address}`;
