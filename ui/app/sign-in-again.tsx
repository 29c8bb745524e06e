import { Modal } from '@mantine/core';
import { useFocusBack } from '../kit/use-focus-back.js';
import { SignInForm } from '../pages/account/sign-in-form.js';
import { useWords } from '../words/define-words.js';
import { shellWords } from '../words/shell.js';
import classes from './frame.module.css';

/** Over the page, which stays as it is: requests that met the end of the session wait and go again. */
export function SignInAgain({ email }: { email: string }) {
  const t = useWords(shellWords);
  useFocusBack(true);
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} title={t('sessionEnded')}>
      <p className={classes.soft}>{t('sessionEndedText')}</p>
      <SignInForm email={email} />
    </Modal>
  );
}
