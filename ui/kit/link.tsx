import type { ComponentProps, ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of this application (`addressOf`). */
  to: string;
  children: ReactNode;
  /** Loads the data of the page in advance; called on hover and focus. */
  prefetch?: (() => void) | undefined;
  replace?: boolean;
}

/** A link to a page of this application. */
export function Link({ to, children, prefetch, ...rest }: Props) {
  return (
    <RouterLink to={to} onMouseEnter={prefetch} onFocus={prefetch} {...rest}>
      {children}
    </RouterLink>
  );
}
