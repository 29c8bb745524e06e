import type { JwtAuth } from 'cairn/contract';

export type Expiry = JwtAuth['JWTTokenExpiry'];

/** How long a token can be valid, shortest first. Those of people always end. */
export const EXPIRIES: readonly Expiry[] = ['OneHour', '1', '7', '30', '60', '90', 'Unlimited'];
export const PERSONAL_EXPIRIES: readonly Expiry[] = EXPIRIES.filter((expiry) => expiry !== 'Unlimited');

/** How long a renewed token of a bot goes on working, in seconds. */
export const OVERLAPS = ['0', '3600', '86400', '604800'] as const;
export type Overlap = (typeof OVERLAPS)[number];

export function toOverlap(value: string | null): Overlap {
  return OVERLAPS.find((overlap) => overlap === value) ?? '86400';
}

export function toExpiry(value: string | null | undefined): Expiry {
  return EXPIRIES.find((expiry) => expiry === value) ?? '30';
}
