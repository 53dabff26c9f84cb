import { defineConfig } from '@playwright/test'
import { chromiumOptions, WITHOUT_OPTIMIZERS } from './tests/browser/chromium.ts'

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  // More than the two processors, since a test waits for much: the clock of the page, the network, the database.
  workers: 4,
  // Four browsers on two processors: what does not pass the first time is named at the end, to be looked into.
  retries: 2,
  // Long enough for a busy machine: a test waits for what it looks for, so a healthy one does not notice.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 120_000,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    launchOptions: { ...chromiumOptions, args: [...chromiumOptions.args, WITHOUT_OPTIMIZERS] },
  },
})
