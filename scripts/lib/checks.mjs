import { succeeds, tool } from './processes.mjs'

const ownCheck = name => () => succeeds('node', [`scripts/checks/${name}.mjs`])

/** What `npm run lint` looks at, by the name that is shown; each resolves with whether all is well. */
export const lints = {
  '코드 규칙': () => tool('biome', ['ci', '.']),
  '파일 길이': ownCheck('fileLength'),
  'import 방향': ownCheck('importDirection'),
}

/**
 * All files, tests too; then each room with what it has alone, so that `window` in the server does not compile. What
 * was found is kept beside the packages: the next time only what has changed since, and what uses it, is looked at.
 */
export async function types() {
  const projects = { all: '.', protocol: 'protocol', server: 'server', client: 'client' }
  const results = await Promise.all(
    Object.entries(projects).map(([name, project]) => {
      const kept = `node_modules/.cache/tsc/${name}.tsbuildinfo`
      return tool('tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', kept])
    }),
  )
  return results.every(Boolean)
}
