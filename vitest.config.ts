import { defineConfig } from 'vitest/config'

/** Long enough for a busy machine: a test waits for events, never for time, so a healthy one does not notice. */
const common = {
  environment: 'node',
  setupFiles: ['tests/support/strictConsole.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
}

/**
 * The service tests share one engine and two processors, so those that look at the clock run by themselves, at the end.
 * Files about calls and events share their imports, which would take a sixth of the time: nothing outlives its test.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/globalSetup.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: [
            '{protocol,server,client}/**/*.test.{ts,tsx}',
            'tests/text/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          isolate: false,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          isolate: false,
          name: 'live',
          include: ['tests/live/**/*.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
