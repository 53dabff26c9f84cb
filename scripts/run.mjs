// node scripts/run.mjs <command> [arguments]: installs and builds what a command needs, then runs it. A command is a program of this
// project or a development tool.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, runTool, start, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode } from './lib/project.mjs'
import { ensureSystemPackages } from './lib/systemPackages.mjs'

/**
 * `dev`: needs the development packages. `isBuilt`: runs the built app. `isCluster`: needs Redis and nginx. `hasInput`: asks
 * questions.
 */
const programs = {
  admin: { file: 'admin.ts', hasInput: true },
  demo: { file: 'demo/main.ts' },
  bench: { file: 'bench/main.ts', dev: true, isBuilt: true },
  brand: { file: 'brand/main.ts', dev: true },
  cluster: { file: 'cluster.ts', dev: true, isBuilt: true, isCluster: true },
  screenshots: { file: 'screenshots/main.ts', dev: true, isBuilt: true },
}
const tools = {
  biome: { dev: true },
  vitest: { dev: true },
  playwright: { dev: true, isBuilt: true },
}

const [name, ...words] = process.argv.slice(2)
const {
  file,
  dev = false,
  isBuilt = false,
  isCluster = false,
  hasInput = false,
} = { ...programs, ...tools }[name] ?? {}
if (!(name in programs || name in tools)) exitWithError(`모르는 명령이에요: ${name}`)

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled({ dev })
if (isCluster) await ensureSystemPackages({ browser: false })
if (isBuilt && !(await ensureBuilt())) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
const result = file
  ? await start('node', ['--import', 'tsx', `scripts/${file}`, ...words], {}, { hasInput })
  : Number(!(await runTool(name, words)))
process.exitCode = typeof result === 'number' ? result : 1
