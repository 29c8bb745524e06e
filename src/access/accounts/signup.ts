// Who may register. Pure.

export interface Signup {
  enabled: boolean;
  /** Allowed domains of the addresses; empty means all. */
  domains: readonly string[];
}

export function signupDomainAllowed(email: string, { domains }: Signup): boolean {
  if (domains.length === 0) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((allowed) => allowed.toLowerCase() === domain);
}
