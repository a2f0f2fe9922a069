import {
  type PlaywrightBrowserProvider,
  playwright,
  type PlaywrightProviderOptions,
} from '@vitest/browser-playwright';

/**
 * Vitest's provider, which finds the frame of its tests by name. Over WebDriver BiDi a frame sometimes has no name for a
 * whole file. It is then found by position: the runner's page has only one frame.
 */
export function playwrightByPlace(options: PlaywrightProviderOptions) {
  const provider = playwright(options);
  return {
    ...provider,
    providerFactory(project: Parameters<typeof provider.providerFactory>[0]) {
      const made = provider.providerFactory(project) as PlaywrightBrowserProvider;
      const named = made.getCommandsContext.bind(made);
      made.getCommandsContext = (sessionId) => {
        const context = named(sessionId);
        const byName = context.frame;
        context.frame = async () => context.page.mainFrame().childFrames().at(-1) ?? byName();
        return context;
      };
      return made;
    },
  };
}
