import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { ONE_RENDERER } from './tests/browser/oneRenderer.ts'

/** Debian's Chromium, unless the environment names another; undefined for Playwright's own. */
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROMIUM_PATH || debians.find(path => existsSync(path))

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  // More than the two processors, since a test waits for much: the clock of the page, the network, the database.
  workers: 4,
  // Four browsers on two processors: what passes only the second time is named at the end, to be looked into.
  retries: 1,
  // Long enough for a busy machine: a test waits for what it looks for, so a healthy one does not notice.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Fewer processes that talk to each other: a seventh of the processor time of a test.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ONE_RENDERER,
      ],
    },
  },
})
