import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Unit tests that need modules of their own: those that mock modules, and those that count steps, since V8 counts the blocks only of code
 * that was compiled after it began to count.
 */
const isolated = ['protocol', 'server', 'client', 'scripts', 'tests/text'].flatMap(room =>
  readdirSync(join(import.meta.dirname, room), { recursive: true, encoding: 'utf8' })
    .map(path => `${room}/${path}`)
    .filter(path => /\.test\.(ts|tsx|mjs)$/.test(path))
    .filter(path =>
      /\b(?:vi\.mock|countSteps)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
    ),
)

/** Long enough for a busy machine: a test waits for events, never for time, so a healthy one does not notice. */
const common = {
  environment: 'node',
  setupFiles: ['tests/support/strictConsole.ts', 'tests/support/ownGlobals.ts'],
  testTimeout: 60_000,
  hookTimeout: 30_000,
}

/** Of tests with servers, whose timers may do other work just then. What does not pass the first time is named at the end. */
const RETRIES = 1

/** Unit tests of the client show times as in Korea, wherever they run. */
const inKorea = { TZ: 'Asia/Seoul' }

/**
 * The service tests share one engine and two processors, so those that look at the clock run by themselves, at the end. All others
 * are one group, in which no process waits for the longest of another kind.
 * Files of one worker share their imports, which would take a third of the time: nothing outlives its test.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/globalSetup.ts'],
    // More than the two processors, since a test waits for much: the database, the network, the clock.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...common,
          isolate: false,
          name: 'unit',
          env: inKorea,
          include: [
            '{protocol,server,client}/**/*.test.{ts,tsx}',
            'tests/text/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
          exclude: [...configDefaults.exclude, ...isolated],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'unit-isolated',
          env: inKorea,
          include: isolated,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          isolate: false,
          name: 'server',
          retry: RETRIES,
          // Of one project, since processes that have imported the server are those of their project.
          include: ['tests/{server,live}/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          isolate: false,
          name: 'faults',
          retry: RETRIES,
          // They start servers again and again, and wait for what broke to come right.
          testTimeout: 300_000,
          include: ['tests/faults/**/*.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
