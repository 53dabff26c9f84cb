import { pathOfTool, succeeds } from './processes.mjs'

const byTool = (name, ...words) => ({ program: pathOfTool(name), words })
const ourOwn = name => ({ program: 'node', words: [`scripts/checks/${name}.mjs`] })

/** What was found is kept beside the packages: the next time only what has changed since, and what uses it, is looked at. */
const typesOf = (name, project) =>
  byTool(
    'tsc',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `node_modules/.cache/tsc/${name}.tsbuildinfo`,
  )

/** What `npm run lint` looks at, by the name that is shown. */
export const lints = {
  '코드 규칙': byTool('biome', 'ci', '.'),
  '파일 길이': ourOwn('fileLength'),
  'import 방향': ourOwn('importDirection'),
}

/** All files, tests too; then each room with what it has alone, so that `window` in the server does not compile. */
export const types = {
  '타입 검사': typesOf('all', '.'),
  '타입 검사 (protocol)': typesOf('protocol', 'protocol'),
  '타입 검사 (server)': typesOf('server', 'server'),
  '타입 검사 (client)': typesOf('client', 'client'),
}

/** Makes all of them at once, and resolves with the names of those that do not hold. */
export async function broken(checks) {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, { program, words }]) => ({
      name,
      kept: await succeeds(program, words),
    })),
  )
  return results.filter(({ kept }) => !kept).map(({ name }) => name)
}
