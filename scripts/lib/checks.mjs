import { start, toolPath } from './processes.mjs'

const ofTool = (name, ...words) => ({ program: toolPath(name), words, mapLine: undefined })

const printedErrors = new Set()

/** Two projects may report the same error, which is printed once. Indented lines belong to the error above them. */
export function createErrorFilter(printed = printedErrors) {
  let isRepeated = false
  return line => {
    if (!line.startsWith(' ')) {
      isRepeated = printed.has(line)
      printed.add(line)
    }
    return isRepeated ? null : line
  }
}

/** Incremental: the next run checks only changed files and the files that use them. */
const typeCheck = (name, project) => ({
  ...ofTool(
    'tsc',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/tsc/${name}.tsbuildinfo`,
  ),
  mapLine: createErrorFilter(),
})

/** Biome colours each character, also in a file or a log of CI. */
const colours = process.stdout.isTTY ? [] : ['--colors=off']

/** The checks of `npm run lint`, by displayed name. */
export const lints = {
  '코드 규칙': ofTool('biome', 'ci', ...colours, '.'),
  '쓰지 않는 코드': ofTool('knip'),
}

/** First all files and tests, then each folder with its own globals, so that `window` in the server does not compile. */
export const types = {
  '타입 검사': typeCheck('all', '.'),
  '타입 검사 (protocol)': typeCheck('protocol', 'protocol'),
  '타입 검사 (server)': typeCheck('server', 'server'),
  '타입 검사 (client)': typeCheck('client', 'client'),
}

/** Runs all checks in parallel. Resolves with the names of the failed ones. */
export async function failedChecks(checks) {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, { program, words, mapLine }]) => ({
      name,
      passed: (await start(program, words, {}, { mapLine })) === 0,
    })),
  )
  return results.filter(({ passed }) => !passed).map(({ name }) => name)
}
