import { relative, resolve } from 'node:path'

/** The kinds of tests, by path. All but `browser` run in Vitest. */
const kinds = {
  server: /^tests\/server\/.+\.test\.ts$/,
  live: /^tests\/live\/.+\.test\.ts$/,
  faults: /^tests\/faults\/.+\.test\.ts$/,
  unit: /^(?:(?:protocol|server|client)\/.+\.test\.tsx?|tests\/text\/.+\.test\.ts|scripts\/.+\.test\.(?:ts|mjs))$/,
  browser: /^tests\/browser\/.+\.spec\.ts$/,
}

/** Browser tests whose title ends with this run in `npm run test:long` only (docs/decisions/0049-short-and-long-test-runs.md). */
export const LONG_FORM = '@long'

/** The Vitest project of a kind. */
export const projectOf = kind => (kind === 'live' ? 'server' : kind)

/** The kind of a test file by its path from the project's root; undefined if it is none. */
export function kindOf(path) {
  return Object.keys(kinds).find(kind => kinds[kind].test(path))
}

/**
 * Finds the test for `npm run test:one`: its `kind` and `path` from the root, or `error`, a message. A path that the user typed is
 * relative to `from` or to the root.
 */
export function findTest(typed, { root, from, exists }) {
  if (!typed)
    return { error: '테스트 파일 하나를 적어 주세요: npm run test:one -- tests/server/notes.test.ts' }
  const path = [from, root].map(base => resolve(base, typed)).find(exists)
  if (!path) return { error: `${typed} 파일이 없어요.` }
  const fromRoot = relative(root, path).replaceAll('\\', '/')
  const kind = kindOf(fromRoot)
  if (!kind)
    return {
      error: `${fromRoot} 은 테스트 파일이 아니에요: *.test.ts 나 tests/browser/*.spec.ts 를 적어 주세요.`,
    }
  return { kind, path: fromRoot }
}
