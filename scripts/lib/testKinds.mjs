import { relative, resolve } from 'node:path'

/** The kinds of tests by where they stand. The first four run in Vitest. */
const kinds = {
  server: /^tests\/server\/.+\.test\.ts$/,
  live: /^tests\/live\/.+\.test\.ts$/,
  faults: /^tests\/faults\/.+\.test\.ts$/,
  unit: /^(?:(?:protocol|server|client)\/.+\.test\.tsx?|tests\/text\/.+\.test\.ts|scripts\/.+\.test\.(?:ts|mjs))$/,
  browser: /^tests\/browser\/.+\.spec\.ts$/,
}

/** Titles of browser tests that end so are left to `npm run test:long`: docs/decisions/0049-short-and-long-test-runs.md. */
export const LONG_FORM = '@long'

/** The project of vitest.config.ts in which a kind runs: tests of two nodes with those of one. `unit-isolated` goes with `unit`. */
export const projectOf = kind => (kind === 'live' ? 'server' : kind)

/** The kind of test that a file is, by its path from the project's root; undefined when it is none. */
export function kindOf(path) {
  return Object.keys(kinds).find(kind => kinds[kind].test(path))
}

/**
 * What `npm run test:one` is asked to run: `kind` and `path` from the root, or `wrong`, the one sentence that says why
 * there is nothing to run. `from` is where the path was typed.
 */
export function testToRun(typed, { root, from, exists }) {
  if (!typed)
    return { wrong: '테스트 파일 하나를 적어 주세요: npm run test:one -- tests/server/notes.test.ts' }
  const path = [from, root].map(base => resolve(base, typed)).find(exists)
  if (!path) return { wrong: `${typed} 파일이 없어요.` }
  const fromRoot = relative(root, path).replaceAll('\\', '/')
  const kind = kindOf(fromRoot)
  if (!kind)
    return {
      wrong: `${fromRoot} 은 테스트 파일이 아니에요: *.test.ts 나 tests/browser/*.spec.ts 를 적어 주세요.`,
    }
  return { kind, path: fromRoot }
}
