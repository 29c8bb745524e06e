import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './floating-bar.module.css';

interface Props {
  /** `info` concerns the page, `warn` all of them. */
  tone: 'info' | 'warn';
  icon: LucideIcon;
  children: ReactNode;
}

/** One line over the page, at its lower end, which screen readers announce. */
export function FloatingBar({ tone, icon: Icon, children }: Props) {
  return (
    <div role="status" className={classes.bar} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {children}
    </div>
  );
}
