import type { Named } from '../../../entities/create-dialog.js';

/** What a new team, role, policy or persona is called; all but the name may be left out. */
export interface Made {
  name: string;
  displayName?: string;
  description?: string;
}

export function madeOf({ description, ...named }: Named): Made {
  return description === '' ? named : { ...named, description };
}
