import { Alert, type AlertProps } from '@mantine/core';

/** Why it did not work, in a sentence, once it is known. */
export function Failure({ text, ...rest }: Pick<AlertProps, 'mt'> & { text: string | undefined }) {
  if (!text) return null;
  return (
    <Alert color="red" role="alert" {...rest}>
      {text}
    </Alert>
  );
}
