import type { ReactNode } from 'react';
import classes from './check.module.css';

interface Props {
  checked: boolean;
  onChange: () => void;
  /** What it is called, where no text is beside it. */
  label?: string;
  /** Some, but not all, of the items behind it are chosen. */
  partly?: boolean;
}

/** A box to tick: the browser's own, because a list draws very many. */
export function Check({ label, checked, partly = false, onChange }: Props) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = partly;
      }}
      type="checkbox"
      className={classes.check}
      aria-label={label}
      checked={checked}
      onChange={onChange}
    />
  );
}

interface LineProps {
  checked: boolean;
  onChange: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A box with the text beside it. */
export function CheckLine({ checked, onChange, className = '', children }: LineProps) {
  return (
    <label className={`${classes.line} ${className}`}>
      <input type="checkbox" className={classes.check} checked={checked} onChange={onChange} />
      {children}
    </label>
  );
}
