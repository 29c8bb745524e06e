import { Circle, CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './state-mark.module.css';

export type Tone = 'ok' | 'warn' | 'fail' | 'info' | 'idle';

const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  ok: CircleCheck,
  warn: Clock,
  fail: CircleX,
  info: CircleAlert,
  idle: Circle,
};

interface Props {
  tone: Tone;
  /** Default: the sign of the tone. */
  icon?: LucideIcon;
  children: ReactNode;
}

/** A state: sign, word and colour. */
export function StateMark({ tone, icon, children }: Props) {
  const Icon = icon ?? ICONS[tone];
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={14} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
