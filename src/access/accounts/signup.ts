// Who may register. Pure.

export interface Signup {
  enabled: boolean;
  /** Domains of the addresses; none stands for all. */
  domains: readonly string[];
}

export function signupDomainAllowed(email: string, { domains }: Signup): boolean {
  if (domains.length === 0) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((allowed) => allowed.toLowerCase() === domain);
}
