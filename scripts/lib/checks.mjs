import { succeeds, tool } from './processes.mjs'

const ownCheck = name => () => succeeds('node', [`scripts/checks/${name}.mjs`])

/** What `npm run lint` looks at, by the name that is shown; each resolves with whether all is well. */
export const lints = {
  '코드 규칙': () => tool('biome', ['ci', '.']),
  '파일 길이': ownCheck('fileLength'),
  'import 방향': ownCheck('importDirection'),
}

/** All files, tests too; then each room with what it has alone, so that `window` in the server does not compile. */
export async function types() {
  const projects = ['.', 'protocol', 'server', 'client']
  const results = await Promise.all(projects.map(project => tool('tsc', ['-p', project])))
  return results.every(Boolean)
}
