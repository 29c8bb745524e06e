import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { queryClient } from '../data/query-client.js';
import { theme } from '../styles/theme.js';
import { say } from '../words/define-words.js';
import { shellWords } from '../words/shell.js';
import type { Router } from './router.js';

/** The nonce of this page, which the policy asks of style elements. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// Where react-remove-scroll, which dialogs use, looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** What Mantine would say in English. */
const spoken = {
  ...theme,
  components: {
    ...theme.components,
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': say(shellWords)('showPassword') } },
    },
  },
};

export function App({ router }: { router: Router }) {
  return (
    <MantineProvider theme={spoken} defaultColorScheme="auto" {...(nonce ? { getStyleNonce: () => nonce } : {})}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
