import type { Named } from './create-dialog.js';

/** What a new thing is called, where all but the name may be left out. */
export interface Made {
  name: string;
  displayName?: string;
  description?: string;
}

export function madeOf({ description, ...named }: Named): Made {
  return description === '' ? named : { ...named, description };
}
